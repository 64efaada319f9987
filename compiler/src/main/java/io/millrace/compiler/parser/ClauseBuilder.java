/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.ClusterByKind;
import io.millrace.compiler.ast.CollationClause;
import io.millrace.compiler.ast.CommentClause;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.LocationClause;
import io.millrace.compiler.ast.OptionsClause;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.RefreshPolicy;
import io.millrace.compiler.ast.RefreshPolicyClause;
import io.millrace.compiler.ast.RowFilterClause;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.ScheduleKind;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.UnsupportedClause;
import io.millrace.compiler.ast.UsingClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.ClusterByContext;
import io.millrace.grammar.MillraceParser.CollationClauseContext;
import io.millrace.grammar.MillraceParser.CommentClauseContext;
import io.millrace.grammar.MillraceParser.IntervalTextContext;
import io.millrace.grammar.MillraceParser.LocationClauseContext;
import io.millrace.grammar.MillraceParser.OptionsClauseContext;
import io.millrace.grammar.MillraceParser.PartitionedByContext;
import io.millrace.grammar.MillraceParser.PropertiesClauseContext;
import io.millrace.grammar.MillraceParser.RefreshPolicyContext;
import io.millrace.grammar.MillraceParser.RowFilterContext;
import io.millrace.grammar.MillraceParser.ScheduleClauseContext;
import io.millrace.grammar.MillraceParser.ScheduleTimesContext;
import io.millrace.grammar.MillraceParser.TableClauseContext;
import io.millrace.grammar.MillraceParser.TriggerOnUpdateContext;
import io.millrace.grammar.MillraceParser.UnsupportedClauseContext;
import io.millrace.grammar.MillraceParser.UsingClauseContext;
import io.millrace.grammar.MillraceParser.WithRowFilterContext;
import io.millrace.grammar.MillraceParserBaseVisitor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Builds the clauses of a table; one given twice is kept twice. */
final class ClauseBuilder extends MillraceParserBaseVisitor<TableClause> {

    private final Spans spans;
    private final NameBuilder names;
    private final Diagnostics diagnostics;

    ClauseBuilder(Spans spans, NameBuilder names, Diagnostics diagnostics) {
        this.spans = spans;
        this.names = names;
        this.diagnostics = diagnostics;
    }

    List<TableClause> clauses(List<TableClauseContext> contexts) {
        return contexts.stream().map(this::visit).toList();
    }

    /** Reports a clause that was seen before. */
    void reportTwice(Map<String, SourceSpan> seen, String words, SourceSpan span) {
        SourceSpan first = seen.putIfAbsent(words, span);
        if (first != null) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_CLAUSE_REPEATED, span, words)
                            .withHint("keep one of the two")
                            .withRelated(first, "first given here"));
        }
    }

    @Override
    public TableClause visitUsingClause(UsingClauseContext context) {
        SourceSpan span = spans.of(context.qualifiedName());
        String format = names.qualifiedName(context.qualifiedName()).toString();
        return new UsingClause(spans.of(context), new Identifier(span, format));
    }

    @Override
    public TableClause visitPartitionedBy(PartitionedByContext context) {
        if (context.freeList().freeItem().isEmpty()) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(context.freeList()),
                                    "PARTITIONED BY names no column")
                            .withHint("name a column, or leave the clause out"));
        }
        return new PartitionedByClause(spans.of(context), names.fragments(context.freeList()));
    }

    @Override
    public TableClause visitClusterBy(ClusterByContext context) {
        ClusterByKind kind =
                context.AUTO() != null
                        ? ClusterByKind.AUTO
                        : context.NONE() != null ? ClusterByKind.NONE : ClusterByKind.COLUMNS;
        return new ClusterByClause(
                spans.of(context),
                kind,
                context.columnList() == null ? List.of() : names.columns(context.columnList()));
    }

    @Override
    public TableClause visitLocationClause(LocationClauseContext context) {
        return new LocationClause(spans.of(context), names.string(context.stringLiteral()));
    }

    @Override
    public TableClause visitCommentClause(CommentClauseContext context) {
        return new CommentClause(spans.of(context), names.string(context.stringLiteral()));
    }

    @Override
    public TableClause visitCollationClause(CollationClauseContext context) {
        return new CollationClause(spans.of(context), names.identifier(context.identifier()));
    }

    @Override
    public TableClause visitPropertiesClause(PropertiesClauseContext context) {
        return new PropertiesClause(spans.of(context), names.properties(context.propertyList()));
    }

    @Override
    public TableClause visitOptionsClause(OptionsClauseContext context) {
        return new OptionsClause(spans.of(context), names.properties(context.propertyList()));
    }

    @Override
    public TableClause visitScheduleClause(ScheduleClauseContext context) {
        return schedule(spans.of(context), context.scheduleTimes());
    }

    ScheduleClause schedule(SourceSpan span, ScheduleTimesContext times) {
        if (times.CRON() != null) {
            return new ScheduleClause(
                    span,
                    ScheduleKind.CRON,
                    names.string(times.stringLiteral(0)).value(),
                    Optional.ofNullable(times.stringLiteral(1)).map(names::string));
        }
        String unit = times.scheduleUnit().getText().toUpperCase(Locale.ROOT);
        return new ScheduleClause(
                span, ScheduleKind.EVERY, times.INTEGER().getText() + " " + unit, Optional.empty());
    }

    @Override
    public TableClause visitTriggerOnUpdate(TriggerOnUpdateContext context) {
        return trigger(spans.of(context), context.intervalText());
    }

    ScheduleClause trigger(SourceSpan span, IntervalTextContext interval) {
        String value = interval == null ? "" : spans.of(interval).text();
        return new ScheduleClause(span, ScheduleKind.ON_UPDATE, value, Optional.empty());
    }

    @Override
    public TableClause visitRefreshPolicy(RefreshPolicyContext context) {
        RefreshPolicy policy = RefreshPolicy.AUTO;
        if (context.FULL() != null) {
            policy = RefreshPolicy.FULL;
        } else if (context.STRICT() != null) {
            policy = RefreshPolicy.INCREMENTAL_STRICT;
        } else if (context.INCREMENTAL() != null) {
            policy = RefreshPolicy.INCREMENTAL;
        }
        return new RefreshPolicyClause(spans.of(context), policy);
    }

    @Override
    public TableClause visitWithRowFilter(WithRowFilterContext context) {
        return rowFilter(spans.of(context), context.rowFilter());
    }

    RowFilterClause rowFilter(SourceSpan span, RowFilterContext context) {
        return new RowFilterClause(
                span,
                names.qualifiedName(context.qualifiedName()),
                names.fragments(context.freeList()));
    }

    @Override
    public TableClause visitUnsupportedClause(UnsupportedClauseContext context) {
        return new UnsupportedClause(spans.of(context), unsupportedWords(context));
    }

    private static String unsupportedWords(UnsupportedClauseContext context) {
        String first = context.getStart().getText().toUpperCase(Locale.ROOT);
        return switch (first) {
            case "LIKE" -> "LIKE";
            case "ROW" -> "ROW FORMAT";
            case "STORED" -> context.AS() != null ? "STORED AS" : "STORED BY";
            default -> first + " BY";
        };
    }
}
