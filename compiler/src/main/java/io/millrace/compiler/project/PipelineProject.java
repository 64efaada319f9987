/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.SkippedDeclarations;
import io.millrace.compiler.source.SourceFile;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pipeline as it is on disk, with everything that the command line, the environment and the
 * chosen target change already applied. References to secrets are kept as they are written.
 *
 * @param stateName what its state is kept under when it has no storage of its own
 * @param root the absolute folder that relative paths in queries start from: the project folder, or
 *     the one that a bare {@code .sql} file lies in
 * @param sources sorted by name
 * @param storage a Hadoop URI, absolute
 * @param configuration Spark settings and <code>${keys}</code>
 * @param target the target block that was applied
 * @param skipped what files may declare that are not read
 */
public record PipelineProject(
        String name,
        String stateName,
        String catalog,
        String schema,
        Path root,
        List<SourceFile> sources,
        Optional<String> storage,
        Map<String, String> configuration,
        Map<String, ParameterValue> parameters,
        UpdateSettings update,
        List<Notification> notifications,
        Optional<String> target,
        SkippedDeclarations skipped) {

    public PipelineProject {
        requireNonNull(name, "name");
        requireNonNull(stateName, "stateName");
        requireNonNull(skipped, "skipped");
        requireNonNull(catalog, "catalog");
        requireNonNull(schema, "schema");
        requireNonNull(root, "root");
        requireNonNull(storage, "storage");
        requireNonNull(update, "update");
        requireNonNull(target, "target");
        sources = List.copyOf(sources);
        configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        notifications = List.copyOf(notifications);
    }

    /** What the compiler needs to know of the project. */
    public CompileOptions compileOptions() {
        return new CompileOptions(name, catalog, schema, configuration, parameters, skipped);
    }

    /**
     * How updates run.
     *
     * @param maxConcurrentFlows at least 1
     * @param flowRetries how often a failed flow is tried again in the same update
     * @param updateRetries how often a failed update is tried again
     */
    public record UpdateSettings(int maxConcurrentFlows, int flowRetries, int updateRetries) {
        /** 16 flows at once; a failed flow is tried twice more, an update never. */
        public static final UpdateSettings DEFAULT = new UpdateSettings(16, 2, 0);

        private static final String RETRIES = "pipelines.maxFlowRetryAttempts";

        /**
         * The same with what settings say that the dialect and Spark's pipelines have for it; they
         * go before the file. A value that is no number is the compiler's to refuse.
         */
        UpdateSettings with(Map<String, String> configuration) {
            return new UpdateSettings(
                    number(configuration, "spark.sql.pipelines.execution.maxConcurrentFlows")
                            .filter(flows -> flows > 0)
                            .orElse(maxConcurrentFlows),
                    number(configuration, RETRIES)
                            .or(() -> number(configuration, "spark.sql." + RETRIES))
                            .orElse(flowRetries),
                    number(configuration, "pipelines.numUpdateRetryAttempts")
                            .orElse(updateRetries));
        }

        private static Optional<Integer> number(Map<String, String> configuration, String key) {
            return configuration.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(key))
                    .map(entry -> entry.getValue().strip())
                    .filter(value -> value.matches("[0-9]{1,9}"))
                    .map(Integer::valueOf)
                    .findFirst();
        }
    }

    /** Whom to tell of which events. */
    public record Notification(List<String> on, String webhook) {
        public Notification {
            requireNonNull(webhook, "webhook");
            on = List.copyOf(on);
        }
    }
}
