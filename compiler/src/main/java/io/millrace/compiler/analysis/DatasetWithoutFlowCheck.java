/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.CreateMetricView;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.Set;

/** A table without flows stays empty for ever, and a sink without flows does nothing. */
final class DatasetWithoutFlowCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Set<String> quarantines = QuarantineTables.owners(pipeline.datasets()).keySet();
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            boolean written =
                    !pipeline.flowsInto(dataset.name()).isEmpty()
                            || quarantines.contains(dataset.name().key())
                            || pipeline.broken().mention(dataset.name().last())
                            // Its YAML has errors, which are told.
                            || dataset.statement() instanceof CreateMetricView;
            if (written) {
                continue;
            }
            if (dataset.kind() == DatasetKind.SINK) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_SINK_WITHOUT_FLOW,
                                        dataset.nameSpan(),
                                        dataset.written())
                                .withHint(hint(dataset)));
            } else {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_DATASET_WITHOUT_FLOW,
                                        dataset.nameSpan(),
                                        dataset.word(),
                                        dataset.written())
                                .withHint(hint(dataset)));
            }
        }
    }

    private static String hint(DatasetDeclaration dataset) {
        String flow =
                "CREATE FLOW name AS INSERT INTO "
                        + dataset.written().sql()
                        + " BY NAME SELECT ...";
        return switch (dataset.kind()) {
            case STREAMING_TABLE -> "add AS SELECT ... to the statement, or " + flow;
            case TABLE -> "add FLOW INSERT BY NAME SELECT ... to the statement, or " + flow;
            case MATERIALIZED_VIEW, VIEW, TEMPORARY_VIEW, SINK -> "add " + flow;
        };
    }
}
