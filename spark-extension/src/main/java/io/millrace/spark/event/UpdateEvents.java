/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.SecretMask;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.FlowError;
import io.millrace.spark.UpdateRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events of an update as a whole. */
public final class UpdateEvents {

    private final EventLog log;
    private final FlowGraph graph;

    public UpdateEvents(EventLog log, FlowGraph graph) {
        this.log = log;
        this.graph = graph;
    }

    /**
     * The first event of an update.
     *
     * @param cause such as {@code USER_ACTION} or {@code RETRY_ON_FAILURE}
     * @param settings of the session; those of secrets are masked
     */
    public void created(
            UpdateRequest request, String cause, String storage, Map<String, String> settings) {
        ObjectNode details = EventLog.object();
        details.put("cause", cause);
        details.put("full_refresh", request.fullRefreshAll());
        names(details, "refresh_selection", request.refresh());
        names(details, "full_refresh_selection", request.fullRefresh());
        names(details, "reset_checkpoint_selection", request.resetCheckpoints());
        details.put("validate_only", false);
        details.put("effective_publishing_mode", "DEFAULT_PUBLISHING_MODE");
        ObjectNode config = details.putObject("config");
        config.put("name", graph.pipeline());
        config.put("catalog", graph.catalog());
        config.put("schema", graph.schema());
        config.put("storage", storage);
        config.put("continuous", request.continuous().isPresent());
        ObjectNode configuration = config.putObject("configuration");
        SecretMask.values(settings).forEach(configuration::put);
        write(
                "create_update",
                EventLevel.INFO,
                "Update of pipeline `%s` created.".formatted(graph.pipeline()),
                details,
                Optional.empty());
    }

    private static void names(ObjectNode details, String field, List<String> names) {
        ArrayNode array = details.putArray(field);
        names.forEach(array::add);
    }

    /**
     * Somebody did something.
     *
     * @param action {@code START} or {@code STOP}
     */
    public void userAction(String action) {
        String user = System.getProperty("user.name", "");
        ObjectNode details = EventLog.object();
        details.put("action", action);
        details.put("user_name", user);
        write(
                "user_action",
                EventLevel.INFO,
                "User `%s` performed %s on pipeline `%s`."
                        .formatted(user, action, graph.pipeline()),
                details,
                Optional.empty());
    }

    /**
     * What the update runs on.
     *
     * @param versions by names such as {@code spark_version}
     */
    public void runtime(Map<String, String> versions) {
        ObjectNode details = EventLog.object();
        ObjectNode runtime = details.putObject("runtime_version");
        versions.forEach(runtime::put);
        write(
                "runtime_details",
                EventLevel.INFO,
                "Runtime: " + versions,
                details,
                Optional.empty());
    }

    /**
     * The update has got to a state.
     *
     * @param cancellation what made it stop, for the states of stopping
     */
    public void progress(
            String state,
            EventLevel level,
            Optional<String> cancellation,
            Optional<FlowError> error) {
        ObjectNode details = EventLog.object();
        details.put("state", state);
        cancellation.ifPresent(cause -> details.put("cancellation_cause", cause));
        String message = "Update is %s.".formatted(state);
        write(
                "update_progress",
                level,
                error.map(e -> message + " " + e.message()).orElse(message),
                details,
                error);
    }

    private void write(
            String type,
            EventLevel level,
            String message,
            ObjectNode details,
            Optional<FlowError> error) {
        log.write(type, level, EventOrigin.UPDATE, message, details, error);
    }
}
