/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a compilation needs to know besides the sources.
 *
 * @param pipeline the pipeline's name
 * @param catalog where unqualified names go by default
 * @param schema the same for the schema
 * @param configuration what <code>${key}</code> stands for, and Spark settings
 * @param parameters what {@code :name} stands for
 * @param skipped what files declare that are not compiled
 */
public record CompileOptions(
        String pipeline,
        String catalog,
        String schema,
        Map<String, String> configuration,
        Map<String, ParameterValue> parameters,
        SkippedDeclarations skipped) {

    public CompileOptions {
        requireNonNull(skipped, "skipped");
        requireNonNull(pipeline, "pipeline");
        requireNonNull(catalog, "catalog");
        requireNonNull(schema, "schema");
        configuration = Collections.unmodifiableMap(new LinkedHashMap<>(configuration));
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Where all files are compiled. */
    public CompileOptions(
            String pipeline,
            String catalog,
            String schema,
            Map<String, String> configuration,
            Map<String, ParameterValue> parameters) {
        this(pipeline, catalog, schema, configuration, parameters, SkippedDeclarations.NONE);
    }

    /** Spark's own defaults: {@code spark_catalog.default}, no parameters. */
    public static CompileOptions named(String pipeline) {
        return new CompileOptions(pipeline, "spark_catalog", "default", Map.of(), Map.of());
    }
}
