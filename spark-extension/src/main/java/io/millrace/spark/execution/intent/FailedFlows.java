/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.event.EventHistory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an update did not bring to its end, as its event log tells. */
public final class FailedFlows {

    private static final Set<String> DONE =
            Set.of(FlowStatus.COMPLETED.name(), FlowStatus.IDLE.name(), FlowStatus.EXCLUDED.name());

    private FailedFlows() {}

    /** The targets of flows that failed, were skipped, were stopped, or came to no end. */
    public static List<DatasetName> targets(FlowGraph graph, EventHistory.Update update) {
        Map<String, String> last = new HashMap<>();
        String end = "";
        for (EventHistory.Event event : update.events()) {
            if (event.type().equals("flow_progress")) {
                JsonNode origin = event.json().path("origin");
                last.put(
                        key(
                                origin.path(origin.has("sink_name") ? "sink_name" : "dataset_name")
                                        .asText(),
                                origin.path("flow_name").asText()),
                        event.json().path("details").path("flow_progress").path("status").asText());
            } else if (event.type().equals("update_progress")) {
                end = event.json().path("details").path(event.type()).path("state").asText();
            }
        }
        boolean completed = update.events().isEmpty() || end.equals(UpdateStatus.COMPLETED.name());
        Map<String, DatasetName> targets = new LinkedHashMap<>();
        for (Flow flow : graph.flows()) {
            String status = last.get(key(flow.target().toString(), flow.name()));
            boolean done = status == null ? completed : DONE.contains(status);
            if (!done && flow.kind() != FlowKind.VIEW) {
                targets.put(flow.target().key(), flow.target());
            }
        }
        return List.copyOf(targets.values());
    }

    private static String key(String dataset, String flow) {
        return dataset + "\u0000" + flow;
    }
}
