/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.KeyConstraint;
import io.millrace.compiler.ast.KeyConstraintKind;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Primary and foreign keys are kept for whoever reads the catalog; a CHECK would change what is
 * written, so it is refused.
 */
final class KeyConstraintCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            DeclaredColumns columns = DeclaredColumns.of(dataset);
            checkOnePrimaryKey(dataset, diagnostics);
            for (KeyConstraint constraint : dataset.keyConstraints()) {
                checkConstraint(dataset, constraint, columns, diagnostics);
            }
            for (ColumnDefinition column : dataset.columns()) {
                for (KeyConstraint constraint : column.constraints()) {
                    checkConstraint(dataset, constraint, columns, diagnostics);
                }
            }
        }
    }

    private static void checkOnePrimaryKey(DatasetDeclaration dataset, Diagnostics diagnostics) {
        List<KeyConstraint> keys =
                Stream.concat(
                                dataset.keyConstraints().stream(),
                                dataset.columns().stream()
                                        .flatMap(column -> column.constraints().stream()))
                        .filter(key -> key.kind() == KeyConstraintKind.PRIMARY_KEY)
                        .sorted(Comparator.comparingInt(key -> key.span().start()))
                        .toList();
        if (keys.size() > 1) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_REPEATED,
                                    keys.get(1).span(),
                                    "PRIMARY KEY")
                            .withHint("a key of several columns is PRIMARY KEY (a, b)")
                            .withRelated(keys.get(0).span(), "first given here"));
        }
    }

    private static void checkConstraint(
            DatasetDeclaration dataset,
            KeyConstraint constraint,
            DeclaredColumns columns,
            Diagnostics diagnostics) {
        if (constraint.kind() == KeyConstraintKind.CHECK) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CHECK_CONSTRAINT,
                                    constraint.span(),
                                    dataset.described())
                            .withHint(
                                    "write an expectation: CONSTRAINT name EXPECT (condition) ON"
                                            + " VIOLATION FAIL UPDATE"));
            return;
        }
        boolean primary = constraint.kind() == KeyConstraintKind.PRIMARY_KEY;
        if (dataset.isView()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                    constraint.span(),
                                    primary ? "PRIMARY KEY" : "FOREIGN KEY",
                                    Words.withArticle(dataset.word()))
                            .withHint("a view stores no rows: leave it out"));
            return;
        }
        for (Identifier column : constraint.columns()) {
            if (columns.areKnown() && !columns.contains(column.value())) {
                diagnostics.add(
                        columns.suggest(
                                Diagnostic.of(
                                        ErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                                        column.span(),
                                        "key",
                                        column.value(),
                                        dataset.written()),
                                column.value()));
            }
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_INFORMATIONAL_CONSTRAINT,
                                constraint.span(),
                                primary ? "PRIMARY KEY" : "FOREIGN KEY",
                                primary ? GraphProperties.PRIMARY_KEY : GraphProperties.FOREIGN_KEY)
                        .withHint(
                                primary
                                        ? "to find repeated keys, count the rows of each in a"
                                                + " materialized view: GROUP BY key HAVING count(*)"
                                                + " > 1"
                                        : "to find rows without a match, write a materialized view"
                                                + " with LEFT ANTI JOIN"));
    }
}
