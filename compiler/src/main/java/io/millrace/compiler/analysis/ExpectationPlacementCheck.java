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
                checkUnique(expectation, diagnostics);
            }
        }
    }

    private static void checkUnique(Expectation expectation, Diagnostics diagnostics) {
        boolean chooses =
                expectation.action() == ViolationAction.DROP_ROW
                        || expectation.action() == ViolationAction.QUARANTINE_ROW;
        if (chooses && expectation.rule() instanceof UniqueRule) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CLAUSE_NOT_SUPPORTED,
                                    expectation.span(),
                                    expectation.action() == ViolationAction.DROP_ROW
                                            ? "ON VIOLATION DROP ROW"
                                            : "ON VIOLATION QUARANTINE ROW",
                                    "EXPECT UNIQUE")
                            .withHint(
                                    "it cannot say which of the equal rows stays: count them, or"
                                            + " write ON VIOLATION FAIL UPDATE"));
        }
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
