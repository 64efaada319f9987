/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.CastByColonContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.CastContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ColumnReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.CurrentLikeContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.DereferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FromStmtContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.InlineTableContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.InlineTableDefault1Context;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NamedExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NamedExpressionSeqContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OperatorPipeRightSideContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OperatorPipeStatementContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ParenthesizedExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryPrimaryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryPrimaryDefaultContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryTermContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryTermDefaultContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.RegularQuerySpecificationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SemiStructuredExtractContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SetOperationContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StarContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.SubqueryContext;

/** Reads the names of a query's result columns. */
final class OutputReader {

    private final Positions positions;

    private OutputReader(Positions positions) {
        this.positions = positions;
    }

    static QueryOutput read(QueryContext query, Positions positions) {
        return new OutputReader(positions).term(query.queryTerm());
    }

    private QueryOutput term(QueryTermContext term) {
        QueryTermContext node = term;
        while (true) {
            if (node instanceof SetOperationContext operation) {
                node = operation.left;
            } else if (node instanceof OperatorPipeStatementContext pipe) {
                OperatorPipeRightSideContext right = pipe.operatorPipeRightSide();
                if (right.selectClause() != null) {
                    return expressions(right.selectClause().namedExpressionSeq(), List.of());
                }
                if (!keepsColumns(right)) {
                    return QueryOutput.unknown();
                }
                node = pipe.left;
            } else if (node instanceof QueryTermDefaultContext leaf) {
                QueryPrimaryContext primary = leaf.queryPrimary();
                if (!(primary instanceof SubqueryContext subquery)) {
                    return primary(primary);
                }
                node = subquery.query().queryTerm();
            } else {
                return QueryOutput.unknown();
            }
        }
    }

    private static boolean keepsColumns(OperatorPipeRightSideContext right) {
        return right.whereClause() != null
                || right.queryOrganization() != null
                || right.sample() != null
                || right.operator != null;
    }

    private QueryOutput primary(QueryPrimaryContext primary) {
        if (primary instanceof QueryPrimaryDefaultContext specification
                && specification.querySpecification()
                        instanceof RegularQuerySpecificationContext select) {
            return expressions(
                    select.selectClause().namedExpressionSeq(),
                    RelationNames.of(select.fromClause()));
        }
        if (primary instanceof FromStmtContext from) {
            var body = from.fromStatement().fromStatementBody(0);
            return body == null || body.selectClause() == null
                    ? QueryOutput.unknown()
                    : expressions(
                            body.selectClause().namedExpressionSeq(),
                            RelationNames.of(from.fromStatement().fromClause()));
        }
        if (primary instanceof InlineTableDefault1Context values) {
            return inlineTable(values.inlineTable());
        }
        return QueryOutput.unknown();
    }

    /** Known when the columns are named after the rows. */
    private QueryOutput inlineTable(InlineTableContext values) {
        if (values.tableAlias().identifierList() == null) {
            return QueryOutput.unknown();
        }
        List<OutputColumn> columns = new ArrayList<>();
        var names = values.tableAlias().identifierList().identifierSeq();
        names.ident.forEach(
                name ->
                        columns.add(
                                new OutputColumn(
                                        Optional.of(Names.name(name)),
                                        true,
                                        List.of(),
                                        positions.span(name))));
        return new QueryOutput(columns, true, List.of());
    }

    private QueryOutput expressions(NamedExpressionSeqContext list, List<String> relations) {
        List<OutputColumn> columns = new ArrayList<>();
        boolean complete = true;
        for (NamedExpressionContext expression : list.namedExpression()) {
            if (expression.identifierList() != null) {
                expression
                        .identifierList()
                        .identifierSeq()
                        .ident
                        .forEach(
                                name ->
                                        columns.add(
                                                new OutputColumn(
                                                        Optional.of(Names.name(name)),
                                                        true,
                                                        List.of(),
                                                        positions.span(name))));
                continue;
            }
            if (expression.name != null) {
                columns.add(
                        new OutputColumn(
                                Optional.of(Names.name(expression.name)),
                                true,
                                source(Constants.core(expression.expression())),
                                positions.span(expression)));
                continue;
            }
            ParseTree core = Constants.core(expression);
            if (core instanceof StarContext) {
                complete = false;
                continue;
            }
            columns.add(
                    new OutputColumn(
                            implicitName(core), false, source(core), positions.span(expression)));
        }
        return new QueryOutput(columns, complete, relations);
    }

    /** The parts of a column; empty for anything else. */
    private static List<String> source(ParseTree expression) {
        Deque<String> parts = new ArrayDeque<>();
        ParseTree node = expression;
        while (node instanceof DereferenceContext field) {
            parts.addFirst(Names.name(field.fieldName));
            node = field.base;
        }
        if (!(node instanceof ColumnReferenceContext column)) {
            return List.of();
        }
        parts.addFirst(Names.name(column.identifier()));
        return List.copyOf(parts);
    }

    /** A column, a field or a path keeps its last name, also through casts and brackets. */
    private static Optional<String> implicitName(ParseTree expression) {
        ParseTree node = expression;
        while (true) {
            if (node instanceof ColumnReferenceContext column) {
                return Optional.of(Names.name(column.identifier()));
            }
            if (node instanceof DereferenceContext field) {
                return Optional.of(Names.name(field.fieldName));
            }
            if (node instanceof CurrentLikeContext word && word.USER() != null) {
                // A column of that name hides the function.
                return Optional.of(word.name.getText());
            }
            if (node instanceof SemiStructuredExtractContext path) {
                return pathName(path);
            }
            if (node instanceof CastContext cast) {
                node = Constants.core(cast.expression());
            } else if (node instanceof CastByColonContext cast) {
                node = Constants.core(cast.primaryExpression());
            } else if (node instanceof ParenthesizedExpressionContext inner) {
                node = Constants.core(inner.expression());
            } else {
                return Optional.empty();
            }
        }
    }

    private static Optional<String> pathName(SemiStructuredExtractContext extract) {
        String path = extract.path.getText();
        int dot = path.lastIndexOf('.');
        String last = path.substring(dot + 1);
        boolean plain = last.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
        return plain && !last.isEmpty() ? Optional.of(last) : Optional.empty();
    }
}
