/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FromClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IdentifierReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.MultipartIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QueryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableAliasContext;

/** What the relations of a FROM clause are called in it: by their aliases, else by their names. */
final class RelationNames {

    private final List<String> names = new ArrayList<>();

    private RelationNames() {}

    /**
     * The names in the order of the text; those inside of subqueries are not among them.
     *
     * @param from may be null: a query without FROM
     */
    static List<String> of(FromClauseContext from) {
        RelationNames found = new RelationNames();
        if (from != null) {
            found.visit(from);
        }
        return found.names;
    }

    private void visit(ParseTree tree) {
        boolean elsewhere = tree instanceof QueryContext || tree instanceof ExpressionContext;
        if (elsewhere || !(tree instanceof ParserRuleContext node)) {
            return;
        }
        TableAliasContext alias = node.getRuleContext(TableAliasContext.class, 0);
        if (alias != null && alias.strictIdentifier() != null) {
            names.add(Names.name(alias.strictIdentifier()));
            return;
        }
        IdentifierReferenceContext table = node.getRuleContext(IdentifierReferenceContext.class, 0);
        if (table != null && table.multipartIdentifier() != null) {
            MultipartIdentifierContext parts = table.multipartIdentifier();
            names.add(Names.name(parts.parts.get(parts.parts.size() - 1)));
            return;
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            visit(node.getChild(i));
        }
    }
}
