/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.project.PipelineProject.Notification;
import io.millrace.compiler.project.PipelineProject.UpdateSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code millrace.yml} says. */
record MillraceSettings(
        Map<String, ParameterValue> parameters,
        Map<String, Target> targets,
        UpdateSettings update,
        List<Notification> notifications) {

    /** No file. */
    static final MillraceSettings NONE =
            new MillraceSettings(Map.of(), Map.of(), UpdateSettings.DEFAULT, List.of());

    private static final List<String> EVENTS =
            List.of("update_start", "update_success", "update_failure", "flow_failure");

    /** What a target changes. */
    record Target(
            Optional<String> catalog,
            Optional<String> schema,
            Optional<String> storage,
            Map<String, String> configuration,
            Map<String, ParameterValue> parameters) {

        static final Target NONE =
                new Target(
                        Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
    }

    static MillraceSettings read(YamlMap map) {
        map.allow("millrace.yml", List.of("parameters", "targets", "update", "notifications"));
        return new MillraceSettings(
                map.parameters("parameters"), targets(map), update(map), notifications(map));
    }

    private static Map<String, Target> targets(YamlMap map) {
        Map<String, Target> result = new LinkedHashMap<>();
        Optional<YamlMap> targets = map.map("targets");
        if (targets.isEmpty()) {
            return result;
        }
        for (String name : targets.get().keys()) {
            result.put(
                    name,
                    targets.get().map(name).map(MillraceSettings::target).orElse(Target.NONE));
        }
        return result;
    }

    private static Target target(YamlMap map) {
        map.allow(
                "a target",
                List.of("catalog", "database", "schema", "storage", "configuration", "parameters"));
        return new Target(
                map.string("catalog"),
                SparkSpec.schema(map),
                map.string("storage"),
                map.scalars("configuration"),
                map.parameters("parameters"));
    }

    private static UpdateSettings update(YamlMap map) {
        Optional<YamlMap> update = map.map("update");
        if (update.isEmpty()) {
            return UpdateSettings.DEFAULT;
        }
        YamlMap given = update.get();
        given.allow("`update`", List.of("max_concurrent_flows", "flow_retries", "update_retries"));
        UpdateSettings usual = UpdateSettings.DEFAULT;
        return new UpdateSettings(
                given.integer("max_concurrent_flows", 1).orElse(usual.maxConcurrentFlows()),
                given.integer("flow_retries", 0).orElse(usual.flowRetries()),
                given.integer("update_retries", 0).orElse(usual.updateRetries()));
    }

    private static List<Notification> notifications(YamlMap map) {
        List<Notification> result = new ArrayList<>();
        for (YamlMap entry : map.maps("notifications")) {
            entry.allow("a notification", List.of("on", "webhook"));
            entry.require("the notification", "on");
            entry.require("the notification", "webhook");
            List<String> on = entry.choices("on", EVENTS);
            entry.string("webhook").ifPresent(webhook -> result.add(new Notification(on, webhook)));
        }
        return result;
    }
}
