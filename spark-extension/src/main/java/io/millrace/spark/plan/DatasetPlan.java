/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.sink.SinkGuarantee;
import java.util.List;
import java.util.Optional;

/**
 * What an update does with one dataset.
 *
 * @param name how messages call it
 * @param kind the name of its kind
 * @param changes what is different, in words: definition and columns
 * @param fullRefresh whether its contents are made anew
 * @param generation that of its contents after the update; 0 for what has none
 * @param guarantee what a sink promises; empty for what is no sink
 * @param flows the flows into it, those that have left the sources behind
 */
public record DatasetPlan(
        String name,
        String kind,
        Change change,
        Optional<String> renamedFrom,
        List<String> changes,
        boolean refreshed,
        boolean fullRefresh,
        int generation,
        Optional<SinkGuarantee> guarantee,
        List<FlowPlan> flows) {

    public DatasetPlan {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(change, "change");
        requireNonNull(renamedFrom, "renamedFrom");
        requireNonNull(guarantee, "guarantee");
        changes = List.copyOf(changes);
        flows = List.copyOf(flows);
    }

    /** Whether the next update would do more with it than refresh it. */
    public boolean hasChanges() {
        return change.isNews()
                || fullRefresh
                || !changes.isEmpty()
                || flows.stream().anyMatch(flow -> flow.change().isNews());
    }
}
