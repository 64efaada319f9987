/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.examples.CommandLine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Does for one example what its README says, in a copy of its folder. The first {@code run} command
 * of the README has to lead to the rows in {@code expected}, the second to those in {@code
 * steps/2-*}, and so on. A last run has to find nothing to do.
 */
final class ExampleRun {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path source;
    private final Path workspace;
    private final Path home;
    private final CommandLine commandLine;
    private final List<Path> expectations;
    private int runs;
    private List<String> lastRun = List.of();

    /**
     * @param workspace stands for the root of the checkout
     */
    ExampleRun(Path source, Path workspace, Path home, CommandLine commandLine) {
        this.source = source;
        this.workspace = workspace;
        this.home = home;
        this.commandLine = commandLine;
        this.expectations = expectations(source);
    }

    private static List<Path> expectations(Path source) {
        List<Path> folders = new ArrayList<>(List.of(source.resolve("expected")));
        Repository.list(
                        source.resolve("steps"),
                        1,
                        path -> path.getFileName().toString().matches("\\d+-.*"))
                .forEach(step -> folders.add(step.resolve("expected")));
        return folders;
    }

    void check() throws IOException {
        String name = "sql-examples/" + source.getFileName();
        Repository.copyTree(source, workspace.resolve(name));
        ExampleBroker.prepare(source, workspace.resolve(name));
        for (ConsoleStep step : ConsoleStep.of(source.resolve("README.md"))) {
            perform(step);
        }
        assertThat(runs)
                .as("runs in the README, one for each folder of expected rows")
                .isEqualTo(expectations.size());
        checkNothingIsLeftToDo();
    }

    private void perform(ConsoleStep step) throws IOException {
        List<String> words = ShellWords.split(step.command());
        if (step.callsMillrace()) {
            List<String> arguments = words.subList(1, words.size());
            Outcome outcome = call(arguments);
            assertThat(outcome.exitCode())
                    .as("%s%n%s%s", step, outcome.out(), outcome.err())
                    .isZero();
            step.assertOutput(outcome.err() + outcome.out());
            if (arguments.get(0).equals("run")) {
                lastRun = arguments;
                compareTables(expectations.get(runs));
                runs++;
            }
            return;
        }
        assertThat(words).as(step.toString()).startsWith("cp", "-R").hasSize(4);
        copyInto(workspace.resolve(words.get(2)), workspace.resolve(words.get(3)));
    }

    private static void copyInto(Path from, Path folder) {
        Repository.copyTree(from, folder.resolve(from.getFileName().toString()));
    }

    private Outcome call(List<String> arguments) {
        List<String> actual = new ArrayList<>();
        for (String argument : arguments) {
            actual.add(
                    argument.startsWith("sql-examples/")
                            ? workspace.resolve(argument).toString()
                            : argument);
        }
        actual.add("--home");
        actual.add(home.toString());
        return commandLine.run(actual);
    }

    private void compareTables(Path folder) throws IOException {
        List<Path> files = Repository.list(folder, 1, path -> path.toString().endsWith(".jsonl"));
        assertThat(files).as("files in " + folder).isNotEmpty();
        for (Path file : files) {
            String table = file.getFileName().toString().replaceFirst("\\.jsonl$", "");
            List<String> arguments =
                    new ArrayList<>(List.of("query", lastRun.get(1), "SELECT * FROM " + table));
            arguments.addAll(List.of("--format", "json"));
            arguments.addAll(chosenPipeline());
            Outcome outcome = call(arguments);
            assertThat(outcome.exitCode()).as(outcome.err()).isZero();
            assertThat(rows(outcome.out()))
                    .as("%s after run %d", table, runs + 1)
                    .containsExactlyInAnyOrderElementsOf(rows(Files.readString(file)));
        }
    }

    /** The option of the last run that says which pipeline of a bundle it was about. */
    private List<String> chosenPipeline() {
        int at = lastRun.indexOf("--pipeline");
        return at < 0 ? List.of() : lastRun.subList(at, at + 2);
    }

    private static List<JsonNode> rows(String lines) {
        return lines.lines().filter(line -> !line.isBlank()).map(ExampleRun::json).toList();
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON object: " + line, e);
        }
    }

    private void checkNothingIsLeftToDo() {
        List<String> arguments = new ArrayList<>(lastRun);
        arguments.addAll(List.of("--format", "json"));
        Outcome outcome = call(arguments);
        assertThat(outcome.exitCode()).as(outcome.err()).isZero();
        List<String> busy = new ArrayList<>();
        for (JsonNode flow : json(outcome.out()).get("flows")) {
            if (!isIdle(flow)) {
                busy.add(flow.toString());
            }
        }
        assertThat(busy).as("flows that had something to do in a run without new data").isEmpty();
    }

    private static boolean isIdle(JsonNode flow) {
        return flow.path("status").asText().equals("IDLE")
                || flow.path("technique").asText().equals("NO_OP");
    }
}
