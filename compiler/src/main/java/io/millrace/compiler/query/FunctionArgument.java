/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One argument of a table function.
 *
 * @param name the name before {@code =>}, without back-ticks; empty for a positional argument
 * @param value the value as text when it is a constant: strings without quotes; empty otherwise
 * @param map keys and values of {@code map('k', 'v', ...)} when all are constants, else empty
 * @param span the argument without its name
 */
public record FunctionArgument(
        Optional<String> name, Optional<String> value, Map<String, String> map, SourceSpan span) {

    public FunctionArgument {
        requireNonNull(name, "name");
        requireNonNull(value, "value");
        map = Collections.unmodifiableMap(new LinkedHashMap<>(map));
        requireNonNull(span, "span");
    }
}
