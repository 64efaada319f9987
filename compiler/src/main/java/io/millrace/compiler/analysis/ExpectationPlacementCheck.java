/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.UniqueRule;
import io.millrace.compiler.ast.ViolationAction;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where expectations may stand, and that their names differ. */
final class ExpectationPlacementCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            Map<String, Expectation> seen = new HashMap<>();
            for (Expectation expectation : dataset.expectations()) {
                String name = expectation.name().value();
                Expectation first = seen.putIfAbsent(Names.fold(name), expectation);
                if (first != null) {
                    diagnostics.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_DUPLICATE_EXPECTATION,
                                            expectation.name().span(),
                                            name,
                                            dataset.written())
                                    .withHint("give each rule its own name: it is counted by it")
                                    .withRelated(first.name().span(), "first defined here"));
                }
                checkPlace(pipeline, dataset, expectation, diagnostics);
            }
            checkUnique(pipeline, dataset, diagnostics);
        }
    }

    /**
     * Where flows add rows, a row whose key is there already can be told from the one that was
     * there first; elsewhere equal rows are equal.
     */
    private static void checkUnique(
            PipelineModel pipeline, DatasetDeclaration dataset, Diagnostics diagnostics) {
        List<Expectation> choosing =
                dataset.expectations().stream()
                        .filter(ExpectationPlacementCheck::choosesAmongEqualRows)
                        .toList();
        boolean added = isAddedTo(pipeline, dataset);
        for (int i = 0; i < choosing.size(); i++) {
            Expectation expectation = choosing.get(i);
            String action =
                    expectation.action() == ViolationAction.DROP_ROW
                            ? "ON VIOLATION DROP ROW"
                            : "ON VIOLATION QUARANTINE ROW";
            if (!added) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                        expectation.span(),
                                        action,
                                        "EXPECT UNIQUE")
                                .withHint(
                                        "it cannot say which of the equal rows stays: count them,"
                                                + " or write ON VIOLATION FAIL UPDATE"));
            } else if (i > 0) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                        expectation.span(),
                                        action,
                                        "a second EXPECT UNIQUE")
                                .withHint(
                                        "a row that one of them keeps out would take its key from"
                                                + " others: let one keep rows out, and let the"
                                                + " others count, or write ON VIOLATION FAIL UPDATE")
                                .withRelated(
                                        choosing.get(0).span(), "this one keeps rows out already"));
            }
        }
    }

    private static boolean choosesAmongEqualRows(Expectation expectation) {
        return expectation.rule() instanceof UniqueRule
                && (expectation.action() == ViolationAction.DROP_ROW
                        || expectation.action() == ViolationAction.QUARANTINE_ROW);
    }

    /** Whether flows add rows to a table and do nothing else to it. */
    private static boolean isAddedTo(PipelineModel pipeline, DatasetDeclaration dataset) {
        boolean table =
                dataset.kind() == DatasetKind.STREAMING_TABLE
                        || dataset.kind() == DatasetKind.TABLE;
        return table
                && pipeline.flowsInto(dataset.name()).stream()
                        .map(ResolvedFlow::declaration)
                        .noneMatch(flow -> flow.isCdc() || flow.isReplace());
    }

    private static void checkPlace(
            PipelineModel pipeline,
            DatasetDeclaration dataset,
            Expectation expectation,
            Diagnostics diagnostics) {
        if (dataset.kind() == DatasetKind.VIEW) {
            report(
                    expectation,
                    dataset.described(),
                    "declare it with CREATE TEMPORARY VIEW, or put the rule on the table that reads"
                            + " it",
                    diagnostics);
            return;
        }
        if (dataset.isTemporaryView() && expectation.action() == ViolationAction.QUARANTINE_ROW) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                    expectation.span(),
                                    "ON VIOLATION QUARANTINE ROW",
                                    "a temporary view")
                            .withHint(
                                    "a view is computed every time it is read: put the rule on the"
                                            + " table that reads it"));
        }
        Optional<ResolvedFlow> snapshot =
                pipeline.flowsInto(dataset.name()).stream()
                        .filter(flow -> flow.declaration().snapshotCdc().isPresent())
                        .findFirst();
        if (snapshot.isPresent()) {
            report(
                    expectation,
                    "`" + dataset.written() + "`, a target of AUTO CDC FROM SNAPSHOT,",
                    "put the rule on the source of flow `" + snapshot.get().name() + "`",
                    diagnostics);
        }
    }

    private static void report(
            Expectation expectation, String what, String hint, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_EXPECTATION_NOT_ALLOWED, expectation.span(), what)
                        .withHint(hint));
    }
}
