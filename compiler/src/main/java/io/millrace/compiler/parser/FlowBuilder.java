/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceLexer;
import io.millrace.grammar.MillraceParser.AsQueryContext;
import io.millrace.grammar.MillraceParser.AutoCdcBodyContext;
import io.millrace.grammar.MillraceParser.AutoCdcSnapshotBodyContext;
import io.millrace.grammar.MillraceParser.BareQueryContext;
import io.millrace.grammar.MillraceParser.ByNameContext;
import io.millrace.grammar.MillraceParser.FlowBodyContext;
import io.millrace.grammar.MillraceParser.FlowTargetContext;
import io.millrace.grammar.MillraceParser.FreeTextContext;
import io.millrace.grammar.MillraceParser.InlineAutoCdcContext;
import io.millrace.grammar.MillraceParser.InlineInsertContext;
import io.millrace.grammar.MillraceParser.InlineReplaceUsingContext;
import io.millrace.grammar.MillraceParser.InlineReplaceWhereContext;
import io.millrace.grammar.MillraceParser.InsertBodyContext;
import io.millrace.grammar.MillraceParser.OnceContext;
import io.millrace.grammar.MillraceParser.QueryContext;
import io.millrace.grammar.MillraceParser.QueryWithoutAsContext;
import io.millrace.grammar.MillraceParser.ReplaceUsingBodyContext;
import io.millrace.grammar.MillraceParser.ReplaceWhereBodyContext;
import io.millrace.grammar.MillraceParser.TableFlowContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Builds the flows of {@code CREATE FLOW} and of tables; AUTO CDC is {@link AutoCdcBuilder}'s. */
final class FlowBuilder {

    /** With these a query in brackets starts. */
    private static final Set<Integer> QUERY_STARTS =
            Set.of(
                    MillraceLexer.FROM,
                    MillraceLexer.LEFT_PAREN,
                    MillraceLexer.NESTED_OPEN,
                    MillraceLexer.SELECT,
                    MillraceLexer.TABLE,
                    MillraceLexer.VALUES,
                    MillraceLexer.WITH);

    private final Spans spans;
    private final NameBuilder names;
    private final AutoCdcBuilder autoCdc;
    private final Diagnostics diagnostics;

    FlowBuilder(Spans spans, NameBuilder names, AutoCdcBuilder autoCdc, Diagnostics diagnostics) {
        this.spans = spans;
        this.names = names;
        this.autoCdc = autoCdc;
        this.diagnostics = diagnostics;
    }

    /** What stands behind {@code INTO}. */
    record Target(QualifiedName name, boolean sink) {}

    /** A flow with its target. */
    record TargetedFlow(Target target, FlowBody body) {}

    TargetedFlow flow(FlowBodyContext context) {
        if (context instanceof InsertBodyContext insert) {
            Optional<SourceSpan> once = once(insert.once(), insert.flowTarget());
            FlowBody body =
                    new InsertFlow(
                            spans.of(insert),
                            once,
                            insert.byName() != null,
                            insertQuery(insert.query()));
            return new TargetedFlow(target(insert.flowTarget()), body);
        }
        if (context instanceof ReplaceWhereBodyContext replace) {
            refuseOnce(once(replace.once(), replace.flowTarget()), "REPLACE WHERE");
            return new TargetedFlow(
                    target(replace.flowTarget()),
                    new ReplaceWhereFlow(
                            spans.of(replace),
                            byName(replace.byName()),
                            condition(replace.freeText()),
                            query(replace.query())));
        }
        if (context instanceof ReplaceUsingBodyContext replace) {
            refuseOnce(once(replace.once(), replace.flowTarget()), "REPLACE USING");
            return new TargetedFlow(
                    target(replace.flowTarget()),
                    new ReplaceUsingFlow(
                            spans.of(replace),
                            byName(replace.byName()),
                            names.columns(replace.columnList()),
                            names.column(replace.columnName()),
                            query(replace.query())));
        }
        if (context instanceof AutoCdcSnapshotBodyContext snapshot) {
            refuseOnce(once(null, snapshot.flowTarget()), "AUTO CDC FROM SNAPSHOT");
            return new TargetedFlow(
                    target(snapshot.flowTarget()),
                    autoCdc.fromSnapshot(spans.of(snapshot), snapshot.autoCdcSpecification()));
        }
        AutoCdcBodyContext cdc = (AutoCdcBodyContext) context;
        return new TargetedFlow(
                target(cdc.flowTarget()),
                autoCdc.flow(
                        spans.of(cdc),
                        once(cdc.once(), cdc.flowTarget()),
                        cdc.APPLY() != null,
                        cdc.autoCdcSpecification()));
    }

    FlowBody flow(TableFlowContext context) {
        if (context instanceof AsQueryContext as) {
            return new InsertFlow(spans.of(as.query()), Optional.empty(), true, query(as.query()));
        }
        if (context instanceof QueryWithoutAsContext bare) {
            SqlFragment query = query(bare.bareQuery());
            return new InsertFlow(query.span(), Optional.empty(), true, query);
        }
        if (context instanceof InlineInsertContext insert) {
            return new InsertFlow(
                    spans.of(insert),
                    once(insert.once()),
                    insert.byName() != null,
                    query(insert.query()));
        }
        if (context instanceof InlineReplaceWhereContext replace) {
            return new ReplaceWhereFlow(
                    spans.of(replace),
                    replace.byName() != null,
                    condition(replace.freeText()),
                    query(replace.query()));
        }
        if (context instanceof InlineReplaceUsingContext replace) {
            return new ReplaceUsingFlow(
                    spans.of(replace),
                    replace.byName() != null,
                    names.columns(replace.columnList()),
                    names.column(replace.columnName()),
                    query(replace.query()));
        }
        InlineAutoCdcContext cdc = (InlineAutoCdcContext) context;
        return autoCdc.flow(
                spans.of(cdc), once(cdc.once()), cdc.APPLY() != null, cdc.autoCdcSpecification());
    }

    private SqlFragment condition(FreeTextContext context) {
        if (context.getStart().getType() == MillraceLexer.BY) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(context.getStart()),
                                    "REPLACE WHERE has no condition")
                            .withHint(
                                    "write REPLACE WHERE day >= '2024-01-01' BY NAME SELECT ..."));
        }
        return spans.fragment(context);
    }

    SqlFragment query(QueryContext context) {
        return spans.fragment(context);
    }

    /** A query in front of which {@code AS} was left out. */
    SqlFragment query(BareQueryContext context) {
        SourceSpan first = spans.of(context.getStart());
        refuseMissingName(first);
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_AS_LEFT_OUT, first)
                        .withHint("write AS in front of " + first.text()));
        return spans.fragment(context);
    }

    /** {@code CREATE VIEW AS SELECT}: the word is in its place, the name is not. */
    private void refuseMissingName(SourceSpan query) {
        String before = spans.file().text().substring(0, query.start()).stripTrailing();
        int as = before.length() - "AS".length();
        boolean missing =
                as > 0
                        && before.regionMatches(true, as, "AS", 0, "AS".length())
                        && Character.isWhitespace(before.charAt(as - 1));
        if (missing) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.file().span(as, before.length()),
                                    "the name is missing before AS")
                            .withHint("a name that is AS is written in back-ticks"));
        }
    }

    /** A query that may have been meant to be a list of columns and a query. */
    private SqlFragment insertQuery(QueryContext context) {
        boolean bracket = context.getStart().getType() == MillraceLexer.LEFT_PAREN;
        if (bracket && !context.anyToken().isEmpty()) {
            Token next = context.anyToken(0).getStart();
            if (!QUERY_STARTS.contains(next.getType())) {
                throw new SyntaxException(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_SYNTAX_ERROR,
                                        spans.of(context.getStart()),
                                        "a flow takes no list of columns behind its target")
                                .withHint(
                                        "INSERT INTO t BY NAME SELECT ..., with each column named"
                                                + " in the query"));
            }
        }
        return query(context);
    }

    Target target(FlowTargetContext context) {
        if (context.qualifiedName() != null) {
            return new Target(names.qualifiedName(context.qualifiedName()), false);
        }
        List<ParserRuleContext> parts = new ArrayList<>();
        parts.add(context.plainStart());
        parts.addAll(context.identifier());
        SourceSpan span = spans.of(context.plainStart()).to(spans.of(context));
        return new Target(names.qualifiedName(span, parts), context.SINK() != null);
    }

    /** Where {@code ONCE} stands, in front of {@code INTO} or behind it. */
    Optional<SourceSpan> once(OnceContext before, FlowTargetContext target) {
        Optional<SourceSpan> first = once(before);
        Optional<SourceSpan> second = once(target.once());
        if (first.isPresent() && second.isPresent()) {
            throw new SyntaxException(
                    Diagnostic.of(ErrorCode.MILLRACE_ONCE_TWICE, second.get())
                            .withHint("write it in front of INTO only")
                            .withRelated(first.get(), "ONCE stands here already"));
        }
        return first.or(() -> second);
    }

    private Optional<SourceSpan> once(OnceContext context) {
        return Optional.ofNullable(context).map(spans::of);
    }

    private static void refuseOnce(Optional<SourceSpan> once, String form) {
        once.ifPresent(
                span -> {
                    throw new SyntaxException(
                            Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    span,
                                    "ONCE does not go with " + form));
                });
    }

    /** {@code BY NAME} may stand in front of {@code REPLACE} or of the query. */
    private boolean byName(List<ByNameContext> contexts) {
        if (contexts.size() > 1) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_REPEATED,
                                    spans.of(contexts.get(1)),
                                    "BY NAME")
                            .withRelated(spans.of(contexts.get(0)), "first given here"));
        }
        return !contexts.isEmpty();
    }
}
