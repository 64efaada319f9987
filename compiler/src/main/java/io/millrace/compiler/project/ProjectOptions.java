/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line and the environment say about a project.
 *
 * @param target {@code --target}
 * @param pipeline {@code --pipeline}: which pipeline of a bundle
 * @param variables {@code --var}: values of variables of a bundle, or of other references in it
 * @param parameters {@code --param}
 * @param configuration {@code --set}
 * @param environment the variables of the process; only those that begin with {@code MILLRACE_} are
 *     looked at, and for bundles {@code BUNDLE_VAR_} and {@code DATABRICKS_BUNDLE_TARGET}
 */
public record ProjectOptions(
        Optional<String> target,
        Optional<String> pipeline,
        Map<String, String> variables,
        Map<String, String> parameters,
        Map<String, String> configuration,
        Map<String, String> environment) {

    /** Nothing given. */
    public static final ProjectOptions NONE =
            new ProjectOptions(Optional.empty(), Map.of(), Map.of(), Map.of());

    public ProjectOptions {
        requireNonNull(target, "target");
        requireNonNull(pipeline, "pipeline");
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** Of a project that is no bundle. */
    public ProjectOptions(
            Optional<String> target,
            Map<String, String> parameters,
            Map<String, String> configuration,
            Map<String, String> environment) {
        this(target, Optional.empty(), Map.of(), parameters, configuration, environment);
    }

    /** A variable of the environment that is not blank. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** The target asked for on the command line or in the environment. */
    Optional<String> targetName() {
        return target.or(() -> variable("MILLRACE_TARGET"));
    }

    /** The pipeline asked for on the command line or in the environment. */
    Optional<String> pipelineName() {
        return pipeline.or(() -> variable("MILLRACE_PIPELINE"));
    }
}
