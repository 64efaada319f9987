/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.project.ProjectOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that every command on a pipeline takes. */
final class ProjectArguments {

    private static final String DEFAULT_HOME = ".millrace";

    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description =
                    "A .sql file, a folder of them, a folder with spark-pipeline.yml or"
                            + " databricks.yml, or a .yml file in the form of the first.")
    private String path;

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUE",
            description = "The value of the parameter :NAME. May be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A Spark setting, or the value of a $${KEY} in the sources. May be repeated.")
    private Map<String, String> configuration = new LinkedHashMap<>();

    @Option(
            names = "--target",
            paramLabel = "NAME",
            description = "The target of millrace.yml, or of the bundle, to use.")
    private String target;

    @Option(
            names = "--pipeline",
            paramLabel = "NAME",
            description = "Which pipeline of a bundle: its key or its name.")
    private String pipeline;

    @Option(
            names = "--var",
            paramLabel = "NAME=VALUE",
            description =
                    "The value of a variable of a bundle, or of another reference in it. May be"
                            + " repeated.")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description =
                    "Where tables, state and logs go unless the project says so (default:"
                            + " $$MILLRACE_HOME, or .millrace in the current folder).")
    private Path home;

    String path() {
        return path;
    }

    ProjectOptions options(Terminal terminal) {
        return new ProjectOptions(
                Optional.ofNullable(target),
                Optional.ofNullable(pipeline),
                variables,
                parameters,
                configuration,
                terminal.environment());
    }

    /** An absolute folder; it may not exist yet. */
    Path home(Terminal terminal) {
        return home(home, terminal);
    }

    /** The folder that {@code --home} or the environment names, or the default. */
    static Path home(Path given, Terminal terminal) {
        if (given != null) {
            return given.toAbsolutePath().normalize();
        }
        String variable = terminal.environment().getOrDefault("MILLRACE_HOME", "");
        return Path.of(variable.isBlank() ? DEFAULT_HOME : variable).toAbsolutePath().normalize();
    }
}
