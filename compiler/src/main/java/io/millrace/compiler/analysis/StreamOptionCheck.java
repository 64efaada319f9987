/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DeltaStreamOptions;
import io.millrace.compiler.kafka.KafkaOptions;
import java.util.Optional;

/**
 * Spark takes any option and leaves aside what it does not know, so that a misspelt one would do
 * nothing. Tables of the pipeline have Delta's options; of other relations, whose format is not
 * known here, only what is nearly one of those is taken for a mistake.
 */
final class StreamOptionCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            for (ResolvedInput input : flow.inputs()) {
                if (input.streaming() && !input.isFunction()) {
                    input.options().keySet().forEach(name -> check(input, name, diagnostics));
                }
            }
        }
    }

    private static void check(ResolvedInput input, String name, Diagnostics diagnostics) {
        if (DeltaStreamOptions.isKnown(name)) {
            return;
        }
        boolean table = input.dataset().filter(dataset -> !dataset.isView()).isPresent();
        Optional<String> nearest = DeltaStreamOptions.nearest(name);
        if (!table && (nearest.isEmpty() || KafkaOptions.isKnown(name))) {
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_STREAM_OPTION,
                                input.span(),
                                name,
                                input.writtenName())
                        .withHint(
                                nearest.map(near -> "did you mean " + near + "?")
                                        .orElse(
                                                "options are "
                                                        + String.join(
                                                                ", ", DeltaStreamOptions.NAMES))));
    }
}
