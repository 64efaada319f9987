/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.RunDiagnostic;
import java.util.List;

/**
 * What the next update will do and what has changed since the last.
 *
 * @param datasets in source order; behind them those that have left the sources, which stay
 *     readable
 * @param warnings what the user should know before
 * @param refusals why the update would be refused until the user decides: with other options, or
 *     other sources
 * @param failures what flows would fail with while the others run, as far as it can be told
 * @param errors what is wrong with the pipeline or the request, in source order
 */
public record UpdatePlan(
        String pipeline,
        List<DatasetPlan> datasets,
        List<String> warnings,
        List<RunDiagnostic> refusals,
        List<RunDiagnostic> failures,
        List<RunDiagnostic> errors) {

    public UpdatePlan {
        requireNonNull(pipeline, "pipeline");
        datasets = List.copyOf(datasets);
        warnings = List.copyOf(warnings);
        refusals = List.copyOf(refusals);
        failures = List.copyOf(failures);
        errors = List.copyOf(errors);
    }

    public boolean hasErrors() {
        return !errors.isEmpty();
    }

    /**
     * Whether the pipeline is another than the last update's, or something is asked for beyond a
     * refresh. Input that waits is no change.
     */
    public boolean hasChanges() {
        return datasets.stream().anyMatch(DatasetPlan::hasChanges);
    }
}
