/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code spark-pipeline.yml} says, or another file in that format: that of Apache Spark's
 * declarative pipelines, and nothing else. A pipeline of a bundle is brought into the same form.
 *
 * @param parameters empty but for bundles
 */
record SparkSpec(
        Optional<String> name,
        Optional<String> catalog,
        Optional<String> schema,
        Optional<String> storage,
        Map<String, String> configuration,
        Map<String, ParameterValue> parameters,
        List<Library> libraries) {

    /** A path or glob, where it stands, and the folder that it starts from, without links. */
    record Library(String include, SourceSpan span, Path base) {}

    /**
     * Reads a file.
     *
     * @param what its name
     * @param folder where its paths start from, without links
     */
    static SparkSpec read(YamlMap map, String what, Path folder) {
        map.allow(
                what,
                List.of(
                        "name",
                        "catalog",
                        "database",
                        "schema",
                        "libraries",
                        "storage",
                        "configuration"));
        map.require(what, "name");
        map.require(what, "libraries");
        return new SparkSpec(
                map.string("name"),
                map.string("catalog"),
                schema(map),
                map.string("storage"),
                map.scalars("configuration"),
                Map.of(),
                libraries(map, folder));
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

    private static List<Library> libraries(YamlMap map, Path folder) {
        List<Library> result = new ArrayList<>();
        for (YamlMap entry : map.maps("libraries")) {
            entry.allow("a library", List.of("glob", "file"));
            if (entry.keys().isEmpty()) {
                entry.require("the library", "glob");
            }
            entry.map("glob").ifPresent(glob -> add(glob, "a glob", "include", folder, result));
            entry.map("file").ifPresent(file -> add(file, "a file", "path", folder, result));
        }
        return result;
    }

    private static void add(
            YamlMap map, String what, String key, Path folder, List<Library> result) {
        map.allow(what, List.of(key));
        map.require(what, key);
        map.string(key).ifPresent(path -> result.add(new Library(path, map.keySpan(key), folder)));
    }
}
