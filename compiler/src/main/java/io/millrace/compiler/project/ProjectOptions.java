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
 * @param parameters {@code --param}
 * @param configuration {@code --set}
 * @param environment the variables of the process; only those that begin with {@code MILLRACE_} are
 *     looked at
 */
public record ProjectOptions(
        Optional<String> target,
        Map<String, String> parameters,
        Map<String, String> configuration,
        Map<String, String> environment) {

    /** Nothing given. */
    public static final ProjectOptions NONE =
            new ProjectOptions(Optional.empty(), Map.of(), Map.of(), Map.of());

    public ProjectOptions {
        requireNonNull(target, "target");
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
