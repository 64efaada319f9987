/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code spark-pipeline.yml} says: the format of Apache Spark's declarative pipelines, and
 * nothing else.
 */
record SparkSpec(
        Optional<String> name,
        Optional<String> catalog,
        Optional<String> schema,
        Optional<String> storage,
        Map<String, String> configuration,
        List<Library> libraries) {

    private static final String WHAT = "spark-pipeline.yml";

    /** A path or glob relative to the project folder, and where it stands. */
    record Library(String include, SourceSpan span) {}

    static SparkSpec read(YamlMap map) {
        map.allow(
                WHAT,
                List.of(
                        "name",
                        "catalog",
                        "database",
                        "schema",
                        "libraries",
                        "storage",
                        "configuration"));
        map.require(WHAT, "name");
        map.require(WHAT, "libraries");
        return new SparkSpec(
                map.string("name"),
                map.string("catalog"),
                schema(map),
                map.string("storage"),
                map.scalars("configuration"),
                libraries(map));
    }

    /** {@code database}, or its synonym. */
    static Optional<String> schema(YamlMap map) {
        Optional<String> database = map.string("database");
        Optional<String> schema = map.string("schema");
        boolean differ = database.isPresent() && schema.isPresent() && !database.equals(schema);
        if (differ) {
            map.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_PROJECT_DUPLICATE_KEY,
                                    map.keySpan("schema"),
                                    "schema")
                            .withHint("`schema` and `database` mean the same; give one of them"));
        }
        return database.or(() -> schema);
    }

    private static List<Library> libraries(YamlMap map) {
        List<Library> result = new ArrayList<>();
        for (YamlMap entry : map.maps("libraries")) {
            entry.allow("a library", List.of("glob", "file"));
            if (entry.keys().isEmpty()) {
                entry.require("the library", "glob");
            }
            entry.map("glob").ifPresent(glob -> add(glob, "a glob", "include", result));
            entry.map("file").ifPresent(file -> add(file, "a file", "path", result));
        }
        return result;
    }

    private static void add(YamlMap map, String what, String key, List<Library> result) {
        map.allow(what, List.of(key));
        map.require(what, key);
        map.string(key).ifPresent(path -> result.add(new Library(path, map.keySpan(key))));
    }
}
