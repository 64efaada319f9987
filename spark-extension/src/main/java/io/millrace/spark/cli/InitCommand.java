/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "init",
        description = {
            "Writes a small project that runs as it is.",
            "The folder must be empty or new; nothing is overwritten."
        })
final class InitCommand implements Callable<Integer> {

    private static final List<String> FILES =
            List.of(
                    "README.md",
                    "spark-pipeline.yml",
                    "millrace.yml",
                    "transformations/1-bronze.sql",
                    "transformations/2-silver.sql",
                    "transformations/3-gold.sql",
                    "data/orders/2024-01-01.json",
                    "data/orders/2024-01-02.json",
                    "data/customers/customers.json");

    private final Terminal terminal;

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The folder of the new project.")
    private Path folder;

    InitCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(folder) && !isEmptyFolder(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "`" + folder + "` exists and is not an empty folder");
        }
        String name = projectName();
        for (String file : FILES) {
            Path target = folder.resolve(file);
            Files.createDirectories(target.getParent());
            Files.writeString(target, resource(file).replace("@NAME@", name));
        }
        Files.writeString(folder.resolve(".gitignore"), ".millrace/\n");
        terminal.message("wrote the project `" + name + "`; next:");
        terminal.message("  millrace run " + folder);
        terminal.message("  millrace query " + folder + " \"SELECT * FROM revenue_by_country\"");
        return ExitCode.OK;
    }

    private static boolean isEmptyFolder(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.findAny().isEmpty();
        }
    }

    /** The folder's name as a name that needs no quotes anywhere. */
    private String projectName() {
        Path last = folder.toAbsolutePath().normalize().getFileName();
        String name =
                String.valueOf(last)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9_]+", "_")
                        .replaceAll("^_+|_+$", "");
        return name.isEmpty() || !Character.isLetter(name.charAt(0)) ? "p_" + name : name;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = InitCommand.class.getResourceAsStream("init/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
