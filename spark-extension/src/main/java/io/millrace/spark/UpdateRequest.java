/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import java.util.List;

/**
 * What an update is asked to do; names as the user wrote them.
 *
 * @param refresh the datasets to refresh; empty for all
 * @param maxConcurrentFlows how many flows may run at once, at least 1
 * @param flowRetries how often a flow that failed for a passing reason is tried again in the same
 *     update
 */
public record UpdateRequest(
        List<String> refresh,
        List<String> fullRefresh,
        boolean fullRefreshAll,
        List<String> resetCheckpoints,
        boolean force,
        int maxConcurrentFlows,
        int flowRetries) {

    public UpdateRequest {
        refresh = List.copyOf(refresh);
        fullRefresh = List.copyOf(fullRefresh);
        resetCheckpoints = List.copyOf(resetCheckpoints);
    }

    /** A plain update of everything with the defaults: 16 flows at once, no retries. */
    public static UpdateRequest refreshAll() {
        return new UpdateRequest(List.of(), List.of(), false, List.of(), false, 16, 0);
    }
}
