/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.ColumnSelection;
import io.millrace.compiler.ast.ColumnSelectionKind;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.IgnoreNullUpdates;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StoredAs;
import io.millrace.compiler.ast.StoredAsKind;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.AllColumnsContext;
import io.millrace.grammar.MillraceParser.AutoCdcClauseContext;
import io.millrace.grammar.MillraceParser.AutoCdcSpecificationContext;
import io.millrace.grammar.MillraceParser.BareColumnsContext;
import io.millrace.grammar.MillraceParser.BracketedColumnsContext;
import io.millrace.grammar.MillraceParser.CdcColumnsContext;
import io.millrace.grammar.MillraceParser.CdcColumnsToUpdateContext;
import io.millrace.grammar.MillraceParser.CdcDeleteContext;
import io.millrace.grammar.MillraceParser.CdcIgnoreNullContext;
import io.millrace.grammar.MillraceParser.CdcKeysContext;
import io.millrace.grammar.MillraceParser.CdcSequenceContext;
import io.millrace.grammar.MillraceParser.CdcSnapshotVersionContext;
import io.millrace.grammar.MillraceParser.CdcStoredAsContext;
import io.millrace.grammar.MillraceParser.CdcSystemSequenceContext;
import io.millrace.grammar.MillraceParser.CdcTrackHistoryContext;
import io.millrace.grammar.MillraceParser.CdcTruncateContext;
import io.millrace.grammar.MillraceParser.CdcWhereContext;
import io.millrace.grammar.MillraceParser.ColumnSelectionContext;
import java.util.List;
import java.util.Optional;

/** Builds {@code AUTO CDC} and {@code APPLY CHANGES}; their clauses come in any order. */
final class AutoCdcBuilder {

    private final Spans spans;
    private final NameBuilder names;
    private final Diagnostics diagnostics;

    AutoCdcBuilder(Spans spans, NameBuilder names, Diagnostics diagnostics) {
        this.spans = spans;
        this.names = names;
        this.diagnostics = diagnostics;
    }

    FlowBody flow(
            SourceSpan span,
            Optional<SourceSpan> once,
            boolean legacy,
            AutoCdcSpecificationContext specification) {
        SourceSpan source = spans.fragment(specification.freeText()).span();
        Optional<SnapshotSource> snapshot = SnapshotSource.of(source);
        if (snapshot.isPresent()) {
            return fromSnapshot(span, once, snapshot.get(), specification);
        }
        Clauses clauses = new Clauses(specification.autoCdcClause());
        if (clauses.first(CdcSequenceContext.class, "SEQUENCE BY").isEmpty()) {
            refuse(SnapshotSource.withoutQuery(source));
        }
        clauses.refuse(
                CdcSnapshotVersionContext.class, "SNAPSHOT VERSION", "AUTO CDC FROM SNAPSHOT");
        return new AutoCdcFlow(
                span,
                once,
                legacy,
                spans.fragment(specification.freeText()),
                clauses.keys(),
                clauses.first(CdcWhereContext.class, "WHERE")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.first(CdcIgnoreNullContext.class, "IGNORE NULL UPDATES")
                        .map(this::ignoreNullUpdates),
                clauses.first(CdcDeleteContext.class, "APPLY AS DELETE WHEN")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.first(CdcTruncateContext.class, "APPLY AS TRUNCATE WHEN")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.first(CdcSequenceContext.class, "SEQUENCE BY")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.first(CdcSystemSequenceContext.class, "SYSTEM SEQUENCE BY")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.first(CdcColumnsContext.class, "COLUMNS")
                        .map(c -> selection(c.columnSelection())),
                clauses.storedAs(),
                clauses.trackHistory(),
                clauses.first(CdcColumnsToUpdateContext.class, "COLUMNS TO UPDATE")
                        .map(c -> names.column(c.columnName())));
    }

    /** Without a query behind {@code FROM SNAPSHOT}: the words stand in front of the target. */
    AutoCdcFromSnapshotFlow fromSnapshot(
            SourceSpan span, AutoCdcSpecificationContext specification) {
        SqlFragment relation = spans.fragment(specification.freeText());
        refuse(SnapshotSource.versionOfRelation(relation.span()));
        SnapshotSource source = new SnapshotSource(relation, Optional.empty());
        return fromSnapshot(span, Optional.empty(), source, specification);
    }

    private static void refuse(Optional<Diagnostic> mistake) {
        if (mistake.isPresent()) {
            throw new SyntaxException(mistake.get());
        }
    }

    private AutoCdcFromSnapshotFlow fromSnapshot(
            SourceSpan span,
            Optional<SourceSpan> once,
            SnapshotSource source,
            AutoCdcSpecificationContext specification) {
        Clauses clauses = new Clauses(specification.autoCdcClause());
        clauses.refuse(CdcWhereContext.class, "WHERE", "AUTO CDC INTO");
        clauses.refuse(CdcIgnoreNullContext.class, "IGNORE NULL UPDATES", "AUTO CDC INTO");
        clauses.refuse(CdcDeleteContext.class, "APPLY AS DELETE WHEN", "AUTO CDC INTO");
        clauses.refuse(CdcTruncateContext.class, "APPLY AS TRUNCATE WHEN", "AUTO CDC INTO");
        clauses.refuse(CdcSequenceContext.class, "SEQUENCE BY", "AUTO CDC INTO");
        clauses.refuse(CdcSystemSequenceContext.class, "SYSTEM SEQUENCE BY", "AUTO CDC INTO");
        clauses.refuse(CdcColumnsContext.class, "COLUMNS", "AUTO CDC INTO");
        clauses.refuse(CdcColumnsToUpdateContext.class, "COLUMNS TO UPDATE", "AUTO CDC INTO");
        if (source.version().isPresent()) {
            clauses.refuse(
                    CdcSnapshotVersionContext.class,
                    "SNAPSHOT VERSION",
                    "a flow without WITH VERSION");
        }
        return new AutoCdcFromSnapshotFlow(
                span,
                once,
                source.snapshot(),
                source.version(),
                clauses.keys(),
                clauses.first(CdcSnapshotVersionContext.class, "SNAPSHOT VERSION")
                        .map(c -> spans.fragment(c.freeText())),
                clauses.storedAs(),
                clauses.trackHistory());
    }

    private IgnoreNullUpdates ignoreNullUpdates(CdcIgnoreNullContext context) {
        return new IgnoreNullUpdates(
                clauseSpan(context),
                Optional.ofNullable(context.columnSelection()).map(this::selection));
    }

    private ColumnSelection selection(ColumnSelectionContext context) {
        SourceSpan span = spans.of(context);
        if (context instanceof BracketedColumnsContext list) {
            return new ColumnSelection(
                    span, ColumnSelectionKind.LIST, names.columns(list.columnList()));
        }
        if (context instanceof BareColumnsContext list) {
            return new ColumnSelection(
                    span, ColumnSelectionKind.LIST, names.columns(list.columnName()));
        }
        AllColumnsContext all = (AllColumnsContext) context;
        if (all.columnList() == null) {
            return new ColumnSelection(span, ColumnSelectionKind.ALL, List.of());
        }
        return new ColumnSelection(
                span, ColumnSelectionKind.ALL_EXCEPT, names.columns(all.columnList()));
    }

    private StoredAs storedAs(CdcStoredAsContext context) {
        SourceSpan span = clauseSpan(context);
        if (context.BITEMPORAL() != null) {
            return new StoredAs(span, StoredAsKind.BITEMPORAL);
        }
        return switch (context.INTEGER().getText()) {
            case "1" -> new StoredAs(span, StoredAsKind.SCD_TYPE_1);
            case "2" -> new StoredAs(span, StoredAsKind.SCD_TYPE_2);
            default ->
                    throw new SyntaxException(
                            Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(context.INTEGER().getSymbol()),
                                    "there is no SCD TYPE %s; the types are 1 and 2"
                                            .formatted(context.INTEGER().getText())));
        };
    }

    /** The clause without the mark in front of it, which has no width. */
    private SourceSpan clauseSpan(AutoCdcClauseContext context) {
        return spans.of(context);
    }

    /** The clauses of one flow, each taken once. */
    private final class Clauses {

        private final List<AutoCdcClauseContext> all;

        private Clauses(List<AutoCdcClauseContext> all) {
            this.all = all;
        }

        <T extends AutoCdcClauseContext> Optional<T> first(Class<T> kind, String words) {
            List<T> found = all.stream().filter(kind::isInstance).map(kind::cast).toList();
            for (int i = 1; i < found.size(); i++) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CLAUSE_REPEATED,
                                        clauseSpan(found.get(i)),
                                        words)
                                .withHint("keep one of the two")
                                .withRelated(clauseSpan(found.get(0)), "first given here"));
            }
            return found.stream().findFirst();
        }

        <T extends AutoCdcClauseContext> void refuse(Class<T> kind, String words, String owner) {
            first(kind, words)
                    .ifPresent(
                            context ->
                                    diagnostics.add(
                                            Diagnostic.of(
                                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                                    clauseSpan(context),
                                                    "%s is a clause of %s only"
                                                            .formatted(words, owner))));
        }

        List<Identifier> keys() {
            return first(CdcKeysContext.class, "KEYS")
                    .map(c -> names.columns(c.columnName()))
                    .orElse(List.of());
        }

        Optional<StoredAs> storedAs() {
            return first(CdcStoredAsContext.class, "STORED AS").map(AutoCdcBuilder.this::storedAs);
        }

        Optional<ColumnSelection> trackHistory() {
            return first(CdcTrackHistoryContext.class, "TRACK HISTORY ON")
                    .map(c -> selection(c.columnSelection()));
        }
    }
}
