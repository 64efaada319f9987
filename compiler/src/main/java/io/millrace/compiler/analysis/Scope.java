/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@code USE} and {@code SET} have said in a file up to a statement.
 *
 * @param settings keys as written, later ones override earlier ones
 */
record Scope(String catalog, String schema, Map<String, String> settings) {

    /** The schema that a change of the catalog leads to, as in Spark. */
    static final String DEFAULT_SCHEMA = "default";

    Scope {
        requireNonNull(catalog, "catalog");
        requireNonNull(schema, "schema");
        settings = Collections.unmodifiableMap(settings);
    }

    Scope withCatalog(String newCatalog) {
        return new Scope(newCatalog, DEFAULT_SCHEMA, settings);
    }

    Scope withSchema(String newSchema) {
        return new Scope(catalog, newSchema, settings);
    }

    Scope withSetting(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(key, value);
        return new Scope(catalog, schema, changed);
    }
}
