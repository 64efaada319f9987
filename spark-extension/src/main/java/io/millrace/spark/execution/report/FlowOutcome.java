/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.report;

import io.millrace.spark.FlowStatus;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.event.FlowEvents;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a flow did.
 *
 * @param status {@code COMPLETED} or {@code IDLE}
 * @param counts the rows written, those of micro-batches that were reported one by one included
 * @param tombstonesDropped memories of deletes that were older than their retention
 * @param technique how a materialized view was refreshed
 * @param techniques all that was thought of
 * @param sources what a materialized view was made from
 */
public record FlowOutcome(
        FlowStatus status,
        FlowCounts counts,
        long tombstonesDropped,
        long batches,
        Optional<String> technique,
        List<FlowEvents.Technique> techniques,
        List<FlowEvents.SourceTable> sources) {

    /**
     * What a flow of changes did.
     *
     * @param ties events that contradict another of the same key and sequence
     * @param tombstonesDropped memories of deletes that were older than their retention
     */
    public record Changes(long upserted, long deleted, long ties, long tombstonesDropped) {}

    public FlowOutcome {
        techniques = List.copyOf(techniques);
        sources = List.copyOf(sources);
    }

    /** A flow that had nothing to do. */
    public static FlowOutcome idle() {
        return of(FlowStatus.IDLE, FlowCounts.NOTHING, 0, 0);
    }

    /** A flow that wrote rows. */
    public static FlowOutcome completed(long outputRows, long batches) {
        return of(FlowStatus.COMPLETED, FlowCounts.rows(outputRows), 0, batches);
    }

    /** A flow that applied changes. */
    public static FlowOutcome changed(Changes changes, long batches) {
        return of(
                FlowStatus.COMPLETED,
                FlowCounts.changes(changes.upserted(), changes.deleted(), changes.ties()),
                changes.tombstonesDropped(),
                batches);
    }

    private static FlowOutcome of(
            FlowStatus status, FlowCounts counts, long tombstonesDropped, long batches) {
        return new FlowOutcome(
                status, counts, tombstonesDropped, batches, Optional.empty(), List.of(), List.of());
    }

    /** A materialized view that was refreshed in the only way there is. */
    public FlowOutcome withTechnique(String name) {
        return withTechniques(
                name, List.of(new FlowEvents.Technique(name, true, Map.of())), sources);
    }

    /**
     * The same of a materialized view that could be refreshed in several ways.
     *
     * @param name of the one that was chosen
     */
    FlowOutcome withTechniques(
            String name, List<FlowEvents.Technique> all, List<FlowEvents.SourceTable> tables) {
        return new FlowOutcome(
                status, counts, tombstonesDropped, batches, Optional.of(name), all, tables);
    }

    /** The same with the tables that a materialized view was made from. */
    public FlowOutcome withSources(List<FlowEvents.SourceTable> tables) {
        return new FlowOutcome(
                status, counts, tombstonesDropped, batches, technique, techniques, tables);
    }

    /** What the expectations found in the rows of a flow that has no micro-batches. */
    public FlowOutcome withQuality(DataQuality quality) {
        return new FlowOutcome(
                status,
                counts.withQuality(quality),
                tombstonesDropped,
                batches,
                technique,
                techniques,
                sources);
    }
}
