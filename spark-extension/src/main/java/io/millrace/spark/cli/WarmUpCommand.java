/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Goes once through what the commands do, so that the Java virtual machine can archive the classes
 * that they need. {@code bin/millrace} calls it after a build; it leaves nothing behind.
 */
@Command(
        name = "warm-up",
        hidden = true,
        description = "Loads the classes that the other commands need.")
final class WarmUpCommand implements Callable<Integer> {

    @Parameters(index = "0", description = "${COMPLETION-CANDIDATES}")
    private Part part;

    /** What to go through: commands without Spark, or those with it. */
    enum Part {
        compiler,
        engine
    }

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("millrace-warm-up");
        try {
            String project = folder.resolve("sample").toString();
            run("init", project);
            return switch (part) {
                case compiler -> compiler(folder, project);
                case engine -> engine(folder, project);
            };
        } finally {
            delete(folder);
        }
    }

    private int compiler(Path folder, String project) throws IOException {
        int exitCode = run("validate", project);
        run("validate", project, "--format", "json");
        for (GraphCommand.Format format : GraphCommand.Format.values()) {
            run("graph", project, "--format", format.name());
        }
        Path broken = folder.resolve("broken.sql");
        Files.writeString(
                broken, "CREATE STREAMING TABLE t AS SELECT * FROM x WHERE a = ;\nCREATE x;");
        run("validate", broken.toString());
        run("validate", broken.toString(), "--format", "json");
        run("--help");
        return exitCode;
    }

    private int engine(Path folder, String project) {
        String home = folder.resolve("home").toString();
        int exitCode = run("run", project, "--home", home);
        String query = "SELECT * FROM revenue_by_country ORDER BY country";
        run("query", project, query, "--home", home);
        return exitCode;
    }

    /** Runs a command with its output thrown away. */
    private int run(String... arguments) {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int exitCode = Millrace.execute(new Terminal(nowhere, nowhere, Map.of(), false), arguments);
        return exitCode;
    }

    private static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
