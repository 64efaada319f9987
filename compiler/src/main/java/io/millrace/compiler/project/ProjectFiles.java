/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names of the files that say how the rest of a project is to be read. */
final class ProjectFiles {

    static final List<String> SPECS = List.of("spark-pipeline.yml", "spark-pipeline.yaml");
    static final List<String> BUNDLES = List.of("databricks.yml", "databricks.yaml");
    static final String SETTINGS = "millrace.yml";

    private static final Set<String> SPEC_KEYS =
            Set.of(
                    "name",
                    "catalog",
                    "database",
                    "schema",
                    "libraries",
                    "storage",
                    "configuration");

    private ProjectFiles() {}

    static boolean isYaml(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".yml") || name.endsWith(".yaml");
    }

    /** Whether a file of these keys is a spec of Spark, whatever it is called. */
    static boolean isSpec(Set<String> keys) {
        return keys.contains("name") && keys.contains("libraries") && SPEC_KEYS.containsAll(keys);
    }
}
