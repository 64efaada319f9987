/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.StoredAsKind;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.token.Quoted;
import java.util.Optional;

/**
 * A sequence column that is tracked changes with every event, so that no event can be without
 * effect: allowed, but rarely meant.
 */
final class CdcSequenceTrackedCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            flow.declaration().cdc().ifPresent(cdc -> checkFlow(flow, cdc, diagnostics));
        }
    }

    private static void checkFlow(ResolvedFlow flow, AutoCdcFlow cdc, Diagnostics diagnostics) {
        if (CdcClauseCheck.storedAs(cdc.storedAs()) != StoredAsKind.SCD_TYPE_2) {
            return;
        }
        Optional<String> sequence = cdc.sequenceBy().flatMap(PlacementColumnsCheck::columnName);
        boolean tracked =
                sequence.isPresent()
                        && CdcColumnsCheck.selects(cdc.columns(), sequence.get())
                        && CdcColumnsCheck.selects(cdc.trackHistory(), sequence.get());
        if (tracked) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CDC_SEQUENCE_TRACKED,
                                    cdc.sequenceBy().orElseThrow().span(),
                                    sequence.get(),
                                    flow.declaration().target())
                            .withHint(
                                    "leave it out: COLUMNS * EXCEPT (%1$s), or TRACK HISTORY ON * EXCEPT (%1$s)"
                                            .formatted(Quoted.asNeeded(sequence.get()))));
        }
    }
}
