/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an update is asked to do; names as the user wrote them. In the lists of datasets {@code +a}
 * means {@code a} with all that it reads, {@code a+} with all that reads it.
 *
 * @param refresh the datasets to refresh; empty for all
 * @param resetCheckpoints flows that read their sources from the beginning while the data stays
 * @param failed whether to refresh what the last update did not bring to its end, and nothing else
 * @param renames flows and datasets that go on under other names: the new name by the old
 * @param asNew flows and datasets that are new, although they look like renamed ones
 * @param force whether to do what may lose rows or give some twice
 * @param maxConcurrentFlows how many flows may run at once, at least 1
 * @param flowRetries how often a flow that failed for a passing reason is tried again in the same
 *     update
 * @param continuous present for an update that goes on until it is stopped
 * @param replaceWhere conditions by tables of REPLACE WHERE flows, which for this update take the
 *     place of the flows' own
 */
public record UpdateRequest(
        List<String> refresh,
        List<String> fullRefresh,
        boolean fullRefreshAll,
        List<String> resetCheckpoints,
        boolean failed,
        Map<String, String> renames,
        List<String> asNew,
        boolean force,
        int maxConcurrentFlows,
        int flowRetries,
        Optional<ContinuousMode> continuous,
        Map<String, String> replaceWhere) {

    public UpdateRequest {
        requireNonNull(continuous, "continuous");
        refresh = List.copyOf(refresh);
        fullRefresh = List.copyOf(fullRefresh);
        resetCheckpoints = List.copyOf(resetCheckpoints);
        renames = Collections.unmodifiableMap(new LinkedHashMap<>(renames));
        asNew = List.copyOf(asNew);
        replaceWhere = Collections.unmodifiableMap(new LinkedHashMap<>(replaceWhere));
    }

    /** An update without renames that ends when all is done. */
    public UpdateRequest(
            List<String> refresh,
            List<String> fullRefresh,
            boolean fullRefreshAll,
            List<String> resetCheckpoints,
            boolean force,
            int maxConcurrentFlows,
            int flowRetries) {
        this(
                refresh,
                fullRefresh,
                fullRefreshAll,
                resetCheckpoints,
                false,
                Map.of(),
                List.of(),
                force,
                maxConcurrentFlows,
                flowRetries,
                Optional.empty(),
                Map.of());
    }

    /** A plain update of everything with the defaults: 16 flows at once, no retries. */
    public static UpdateRequest refreshAll() {
        return new UpdateRequest(List.of(), List.of(), false, List.of(), false, 16, 0);
    }

    /** The same in another mode. */
    public UpdateRequest withContinuous(Optional<ContinuousMode> mode) {
        return with(renames, asNew, force, mode, replaceWhere);
    }

    public UpdateRequest withForce() {
        return with(renames, asNew, true, continuous, replaceWhere);
    }

    public UpdateRequest withRename(String before, String after) {
        Map<String, String> all = new LinkedHashMap<>(renames);
        all.put(before, after);
        return with(all, asNew, force, continuous, replaceWhere);
    }

    public UpdateRequest withNew(String... names) {
        return with(renames, List.of(names), force, continuous, replaceWhere);
    }

    /** With the condition of {@code REFRESH ... WHERE} for each table. */
    public UpdateRequest withReplaceWhere(Map<String, String> conditions) {
        return with(renames, asNew, force, continuous, conditions);
    }

    /** Only what the last update did not bring to its end. */
    public UpdateRequest onlyFailed() {
        return new UpdateRequest(
                List.of(),
                List.of(),
                false,
                List.of(),
                true,
                renames,
                asNew,
                force,
                maxConcurrentFlows,
                flowRetries,
                continuous,
                replaceWhere);
    }

    /** The same choice of datasets and flows. */
    private UpdateRequest with(
            Map<String, String> otherRenames,
            List<String> otherNew,
            boolean otherForce,
            Optional<ContinuousMode> otherMode,
            Map<String, String> otherConditions) {
        return new UpdateRequest(
                refresh,
                fullRefresh,
                fullRefreshAll,
                resetCheckpoints,
                failed,
                otherRenames,
                otherNew,
                otherForce,
                maxConcurrentFlows,
                flowRetries,
                otherMode,
                otherConditions);
    }
}
