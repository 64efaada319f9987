/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.AggregationClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.AliasedQueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.AliasedRelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ErrorIdentContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FromClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FromStatementBodyContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FromStatementContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionTableSubqueryArgumentContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.JoinRelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NamedQueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OperatorPipeRightSideContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OperatorPipeStatementContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PivotClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryOrganizationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QuerySpecificationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.RelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.RelationExtensionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SelectClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SetOperationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SetQuantifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SingleQueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StreamRelationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SubqueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableAliasContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableNameContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableValuedFunctionContext;

/**
 * Walks the parse tree of a query once and collects its inputs and facts. It keeps its own stack,
 * so that no depth of nesting that the parser could take is too deep here.
 */
final class QueryWalker {

    private static final Set<String> CLAUSE_WORDS =
            Set.of("FROM", "GROUP", "HAVING", "LIMIT", "ORDER", "QUALIFY", "SELECT", "WHERE");

    private final Positions positions;
    private final LiveNames liveNames;
    private final QueryBlock root = new QueryBlock();
    private final CatalystCheck catalyst = new CatalystCheck();
    private final InputReader inputs;
    private final FactCollector facts;
    private final Deque<Frame> open = new ArrayDeque<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();

    /**
     * @param tables how tables are to be written that are called {@code LIVE.x}
     */
    QueryWalker(Positions positions, UnaryOperator<List<String>> tables) {
        this.positions = positions;
        this.liveNames = new LiveNames(positions, tables);
        this.inputs = new InputReader(positions, liveNames, diagnostics);
        this.facts = new FactCollector(positions);
    }

    /** A node still to visit, the block that it is part of, and the names that it can see. */
    private record Frame(ParseTree node, QueryBlock block, CteScope scope) {}

    void walk(SingleQueryContext query) {
        root.markTop(true);
        push(query.query(), root, CteScope.EMPTY);
        while (!open.isEmpty()) {
            Frame frame = open.pop();
            if (frame.node instanceof ParserRuleContext context) {
                visit(context, frame.block, frame.scope);
            }
        }
    }

    List<QueryInput> inputs() {
        return inputs.found().stream()
                .sorted(Comparator.comparingInt(input -> input.span().start()))
                .toList();
    }

    /** Whether the rows of the query come through a WATERMARK clause. */
    boolean isWatermarked() {
        return root.isWatermarked();
    }

    CatalystCheck catalyst() {
        return catalyst;
    }

    /** Adds what the executed text must have different from the parsed one. */
    void addEdits(TextEdits edits) {
        inputs.missingStreams().forEach(offset -> edits.insert(offset, "STREAM "));
        liveNames.addEdits(edits);
    }

    List<QueryFact> facts() {
        return facts.inSourceOrder();
    }

    List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    private void push(ParseTree node, QueryBlock block, CteScope scope) {
        if (node != null) {
            open.push(new Frame(node, block, scope));
        }
    }

    private void pushChildren(ParserRuleContext context, QueryBlock block, CteScope scope) {
        for (int i = context.getChildCount() - 1; i >= 0; i--) {
            push(context.getChild(i), block, scope);
        }
    }

    private void visit(ParserRuleContext context, QueryBlock block, CteScope scope) {
        catalyst.visit(context);
        if (context instanceof QueryContext query) {
            visitQuery(query, block, scope);
        } else if (context instanceof QuerySpecificationContext
                || context instanceof FromStatementContext
                || context instanceof FromStatementBodyContext) {
            visitSelect(context, block, scope);
        } else if (context instanceof SetOperationContext operation) {
            visitSetOperation(operation, block, scope);
        } else if (context instanceof OperatorPipeStatementContext pipe) {
            visitPipe(pipe, block, scope);
        } else if (context instanceof FromClauseContext from) {
            visitFrom(from, block, scope);
        } else if (context instanceof RelationContext relation) {
            visitRelation(relation, block, scope);
        } else if (context instanceof QueryOrganizationContext organization) {
            visitOrganization(organization, block, scope);
        } else if (context instanceof SelectClauseContext select) {
            addDistinct(select.setQuantifier(), "SELECT DISTINCT", block);
            pushChildren(context, block, scope);
        } else if (context instanceof AggregationClauseContext group) {
            SourceSpan span = positions.span(group.getStart(), group.BY().getSymbol());
            facts.addAggregate("GROUP BY", block, span);
            pushChildren(context, block, scope);
        } else if (context instanceof PivotClauseContext pivot) {
            facts.addAggregate("PIVOT", block, positions.span(pivot.getStart()));
            pushChildren(context, block, scope);
        } else if (context instanceof ErrorIdentContext wrong) {
            addUnquotedHyphen(wrong);
        } else if (context instanceof TableAliasContext alias && isClauseWord(alias)) {
            addClauseAsAlias(alias);
        } else if (!visitLeafRelation(context, block, scope)) {
            facts.visit(context, block);
            liveNames.visit(context);
            pushChildren(context, block, scope);
        }
    }

    private boolean visitLeafRelation(ParserRuleContext context, QueryBlock block, CteScope scope) {
        if (context instanceof TableNameContext table) {
            inputs.table(table, block, scope);
        } else if (context instanceof StreamRelationContext stream) {
            inputs.stream(stream.streamRelationPrimary(), block, scope);
        } else if (context instanceof TableValuedFunctionContext function) {
            inputs.function(function.tableFunctionCallWithTrailingClauses(), block);
        } else if (context instanceof TableContext table) {
            inputs.named(table.identifierReference(), block, scope, false);
        } else if (context instanceof FunctionTableSubqueryArgumentContext argument
                && argument.identifierReference() != null) {
            inputs.named(argument.identifierReference(), block, scope, true);
        } else if (context instanceof AliasedQueryContext query) {
            markWatermark(query.watermarkClause() != null, block);
        } else if (context instanceof AliasedRelationContext relation) {
            markWatermark(relation.watermarkClause() != null, block);
        } else {
            return false;
        }
        pushChildren(context, block, scope);
        return true;
    }

    private static void markWatermark(boolean present, QueryBlock block) {
        if (present) {
            block.markWatermark();
        }
    }

    /**
     * The definitions see the outer names and those before them, with RECURSIVE themselves too; the
     * body sees all.
     */
    private void visitQuery(QueryContext query, QueryBlock block, CteScope scope) {
        QueryBlock inner = isRelation(query) ? block.source() : new QueryBlock();
        inner.markTop(
                block.isTop()
                        && (query.getParent() instanceof SingleQueryContext
                                || query.getParent() instanceof SubqueryContext));
        CteScope visible = scope;
        if (query.ctes() != null) {
            Map<String, NamedQueryContext> seen = new HashMap<>();
            boolean recursive = query.ctes().RECURSIVE() != null;
            for (NamedQueryContext named : query.ctes().namedQuery()) {
                String name = Names.name(named.name);
                reportDuplicate(seen.put(name.toLowerCase(Locale.ROOT), named), named, name);
                QueryBlock definition = new QueryBlock();
                CteScope after = visible.with(name, definition);
                push(named.query(), definition, recursive ? after : visible);
                push(named.name, definition, visible);
                visible = after;
            }
        }
        push(query.queryOrganization(), inner, visible);
        push(query.queryTerm(), inner, visible);
    }

    private void reportDuplicate(NamedQueryContext earlier, NamedQueryContext named, String name) {
        if (earlier == null) {
            return;
        }
        SourceSpan span = positions.span(named.name);
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                span,
                                "`" + name + "` is defined twice in one WITH")
                        .withRelated(positions.span(earlier.name), "first defined here"));
    }

    /** Whether a query's rows go to what is around it, instead of into an expression. */
    private static boolean isRelation(QueryContext query) {
        ParserRuleContext parent = query.getParent();
        return parent instanceof SingleQueryContext
                || parent instanceof AliasedQueryContext
                || parent instanceof SubqueryContext
                || parent instanceof NamedQueryContext
                || parent instanceof FunctionTableSubqueryArgumentContext;
    }

    private void visitSelect(ParserRuleContext select, QueryBlock block, CteScope scope) {
        QueryBlock inner = select instanceof FromStatementBodyContext ? block : block.source();
        inner.markTop(block.isTop());
        if (!(select instanceof FromStatementContext)) {
            facts.watchForAggregates(inner);
        }
        pushChildren(select, inner, scope);
    }

    private void visitSetOperation(
            SetOperationContext operation, QueryBlock block, CteScope scope) {
        SetQuantifierContext quantifier = operation.setQuantifier();
        if (quantifier == null || quantifier.ALL() == null) {
            String name = operation.operator.getText().toUpperCase(Locale.ROOT);
            SourceSpan span = positions.span(operation.operator);
            facts.add(QueryFact.Kind.DISTINCT, name, block, span);
        }
        push(operation.right, block.source(), scope);
        push(operation.left, block.source(), scope);
    }

    private void visitPipe(OperatorPipeStatementContext pipe, QueryBlock block, CteScope scope) {
        OperatorPipeRightSideContext right = pipe.operatorPipeRightSide();
        QueryBlock inner = block.source();
        inner.markTop(block.isTop());
        QueryBlock left = inner.source();
        if (right.AGGREGATE() != null) {
            SourceSpan span = positions.span(right.AGGREGATE().getSymbol());
            facts.addAggregate("AGGREGATE", inner, span);
        } else {
            facts.watchForAggregates(inner);
        }
        if (right.operator != null
                && (right.setQuantifier() == null || right.setQuantifier().ALL() == null)) {
            String name = right.operator.getText().toUpperCase(Locale.ROOT);
            SourceSpan span = positions.span(right.operator);
            facts.add(QueryFact.Kind.DISTINCT, name, inner, span);
        }
        if (right.joinRelation() != null) {
            visitJoin(right.joinRelation(), List.of(left), inner.source(), scope);
        } else if (right.right != null) {
            push(right.right, inner.source(), scope);
        } else {
            pushChildren(right, inner, scope);
        }
        push(pipe.left, left, scope);
    }

    /** The relations between commas are joined too. */
    private void visitFrom(FromClauseContext from, QueryBlock block, CteScope scope) {
        List<QueryBlock> before = new ArrayList<>();
        for (RelationContext relation : from.relation()) {
            QueryBlock inner = block.source();
            if (!before.isEmpty()) {
                facts.addJoin(",", List.copyOf(before), inner, positions.span(relation));
            }
            before.add(inner);
            push(relation, inner, scope);
        }
        for (int i = from.getChildCount() - 1; i >= 0; i--) {
            if (!(from.getChild(i) instanceof RelationContext)) {
                push(from.getChild(i), block, scope);
            }
        }
    }

    private void visitRelation(RelationContext relation, QueryBlock block, CteScope scope) {
        List<QueryBlock> before = new ArrayList<>();
        QueryBlock first = block.source();
        before.add(first);
        push(relation.relationPrimary(), first, scope);
        for (RelationExtensionContext extension : relation.relationExtension()) {
            if (extension.joinRelation() == null) {
                pushChildren(extension, block, scope);
                continue;
            }
            QueryBlock right = block.source();
            visitJoin(extension.joinRelation(), List.copyOf(before), right, scope);
            before.add(right);
        }
    }

    private void visitJoin(
            JoinRelationContext join, List<QueryBlock> left, QueryBlock right, CteScope scope) {
        String type = join.joinType() == null ? "" : positions.text(join.joinType());
        String name = (type + " JOIN").strip().toUpperCase(Locale.ROOT);
        Token last = join.JOIN().getSymbol();
        facts.addJoin(name, left, right, positions.span(join.getStart(), last));
        for (int i = join.getChildCount() - 1; i >= 0; i--) {
            boolean isRight = join.getChild(i) == join.right;
            push(join.getChild(i), isRight ? right : new QueryBlock(), scope);
        }
    }

    private void visitOrganization(
            QueryOrganizationContext organization, QueryBlock block, CteScope scope) {
        if (!organization.order.isEmpty()
                || !organization.sort.isEmpty()
                || !organization.clusterBy.isEmpty()
                || !organization.distributeBy.isEmpty()) {
            Token first = organization.getStart();
            SourceSpan span = positions.span(first, organization.BY(0).getSymbol());
            String name = first.getText().toUpperCase(Locale.ROOT) + " BY";
            facts.add(QueryFact.Kind.ORDER_BY, name, block, span);
        }
        if (organization.LIMIT() != null) {
            SourceSpan span = positions.span(organization.LIMIT().getSymbol());
            facts.add(QueryFact.Kind.LIMIT, "LIMIT", block, span);
        }
        if (organization.OFFSET() != null) {
            SourceSpan span = positions.span(organization.OFFSET().getSymbol());
            facts.add(QueryFact.Kind.LIMIT, "OFFSET", block, span);
        }
        pushChildren(organization, block, scope);
    }

    private void addDistinct(SetQuantifierContext quantifier, String name, QueryBlock block) {
        if (quantifier != null && quantifier.DISTINCT() != null) {
            SourceSpan span = positions.span(quantifier);
            facts.add(QueryFact.Kind.DISTINCT, name, block, span);
        }
    }

    private void addUnquotedHyphen(ErrorIdentContext wrong) {
        ParserRuleContext whole = wrong.getParent();
        String name = positions.text(whole);
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                positions.span(whole),
                                "the name `" + name + "` has a hyphen and needs back-ticks")
                        .withHint(Quoted.name(name)));
    }

    /** Spark takes {@code FROM t WHERE} for an alias when nothing follows. */
    private static boolean isClauseWord(TableAliasContext alias) {
        return alias.AS() == null
                && alias.strictIdentifier() != null
                && CLAUSE_WORDS.contains(alias.getText().toUpperCase(Locale.ROOT));
    }

    private void addClauseAsAlias(TableAliasContext alias) {
        String word = alias.getText();
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                positions.span(alias),
                                "nothing follows `" + word + "`")
                        .withHint("as an alias write it AS " + word));
    }
}
