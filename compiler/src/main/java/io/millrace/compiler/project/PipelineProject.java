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
    }

    /** Whom to tell of which events. */
    public record Notification(List<String> on, String webhook) {
        public Notification {
            requireNonNull(webhook, "webhook");
            on = List.copyOf(on);
        }
    }
}
