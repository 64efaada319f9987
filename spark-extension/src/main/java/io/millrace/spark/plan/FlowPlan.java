/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What an update does with one flow.
 *
 * @param kind the name of its kind
 * @param renamedFrom the name under which its checkpoint was made
 * @param technique of a materialized view: {@code NO_OP} or {@code COMPLETE_RECOMPUTE}
 * @param reads its sources; only of flows that may run
 * @param after the datasets of the pipeline that it reads and that may get rows before it runs
 * @param notes for the user
 */
public record FlowPlan(
        String name,
        String kind,
        boolean once,
        Change change,
        Optional<String> renamedFrom,
        FlowAction action,
        Optional<String> technique,
        List<SourcePlan> reads,
        List<String> after,
        List<String> notes) {

    public FlowPlan {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(change, "change");
        requireNonNull(renamedFrom, "renamedFrom");
        requireNonNull(action, "action");
        requireNonNull(technique, "technique");
        reads = List.copyOf(reads);
        after = List.copyOf(after);
        notes = List.copyOf(notes);
    }
}
