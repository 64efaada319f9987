/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where a sink writes. Options hold secrets only as references. */
public record SinkSpec(String format, Map<String, String> options) {

    public SinkSpec {
        requireNonNull(format, "format");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
