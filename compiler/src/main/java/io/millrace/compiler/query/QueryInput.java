/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One relation that a query reads, wherever it is nested. Names of common table expressions are no
 * inputs.
 *
 * @param name the parts of the name without back-ticks, a legacy {@code LIVE} included; format and
 *     path for files; the function's name as written
 * @param streaming whether it is read as a stream, {@code cloud_files} included
 * @param options those of {@code WITH (...)}, keys as written, values as text
 * @param arguments those of a function, in order
 * @param tableArgument whether it stands in {@code TABLE(...)} as an argument of a function
 * @param version what {@code VERSION AS OF} or {@code TIMESTAMP AS OF} asks for, as written
 * @param span the name in the file
 */
public record QueryInput(
        RelationKind kind,
        List<String> name,
        boolean streaming,
        Map<String, String> options,
        List<FunctionArgument> arguments,
        boolean tableArgument,
        Optional<String> version,
        SourceSpan span) {

    public QueryInput {
        requireNonNull(kind, "kind");
        name = List.copyOf(name);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        arguments = List.copyOf(arguments);
        requireNonNull(version, "version");
        requireNonNull(span, "span");
    }

    /** Whether it is the legacy {@code cloud_files}, which is a stream without saying STREAM. */
    public boolean isCloudFiles() {
        return kind == RelationKind.FUNCTION
                && name.size() == 1
                && name.get(0).equalsIgnoreCase("cloud_files");
    }

    /** Whether the name starts with the legacy {@code LIVE.}; {@code name} still holds it. */
    public boolean isLive() {
        return kind == RelationKind.TABLE
                && name.size() > 1
                && name.get(0).equalsIgnoreCase("LIVE");
    }
}
