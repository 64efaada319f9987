/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.query.ExpressionAnalysis.ColumnReference;
import io.millrace.compiler.query.ExpressionParser;
import io.millrace.compiler.query.QueryOutput;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.TextEdits;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a dataset as its own query calls them: {@code f.city} in a rule over {@code SELECT
 * f.city FROM cities f} is the column {@code city}.
 */
final class SelectedColumns {

    /** Those of a text that has no query behind it. */
    static final SelectedColumns NONE = new SelectedColumns(Optional.empty());

    private final Optional<QueryOutput> output;

    private SelectedColumns(Optional<QueryOutput> output) {
        this.output = output;
    }

    static SelectedColumns of(PipelineModel pipeline, DatasetDeclaration dataset) {
        return new SelectedColumns(pipeline.queryOf(dataset).map(flow -> flow.query().output()));
    }

    /**
     * Whether a reference with a relation of the query in front is one of the dataset's columns.
     *
     * @param columns of the dataset; a column of the relation's name goes first, as its fields may
     *     be meant
     */
    boolean areMeant(List<String> parts, DeclaredColumns columns) {
        return parts.size() > 1
                && !columns.contains(parts.get(0))
                && (!columns.areKnown() || columns.contains(parts.get(1)))
                && output.filter(query -> query.passes(parts.get(0), parts.get(1))).isPresent();
    }

    /** A rule with the dataset's own names for its columns. */
    SqlText rewrite(SqlFragment condition, DeclaredColumns columns) {
        SourceSpan span = condition.span();
        TextEdits edits = new TextEdits(span.text());
        for (ColumnReference reference : ExpressionParser.analyze(span).columns()) {
            if (areMeant(reference.parts(), columns)) {
                int start = reference.span().start();
                edits.delete(start - span.start(), start - span.start() + qualifier(reference));
            }
        }
        SqlText written = GraphBuilder.sqlText(condition);
        if (edits.isEmpty()) {
            return written;
        }
        TextEdits.Result result = edits.apply();
        return new SqlText(
                result.text(), written.file(), written.positions().andThen(result.positions()));
    }

    /** How long the first part of a reference is, its dot included. */
    private static int qualifier(ColumnReference reference) {
        return SqlScanner.scan(reference.span().text()).stream()
                .filter(token -> token.isSymbol("."))
                .findFirst()
                .map(SqlToken::end)
                .orElse(0);
    }
}
