/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import io.millrace.benchmarks.cdc.CdcBenchmark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.launcher.JavaModuleOptions;

/** Runs everything, the rivals in turns, and prints the medians as tables. */
public final class BenchmarkSuite {

    private static final List<String> RIVALS = List.of("millrace", "streaming", "pipelines");
    private static final List<Scenario> SCENARIOS =
            List.of(Scenario.INDEPENDENT, Scenario.CHAIN, Scenario.ROWS, Scenario.LOAD);

    private final Path folder;
    private final int rounds;

    private BenchmarkSuite(Path folder, int rounds) {
        this.folder = folder;
        this.rounds = rounds;
    }

    /**
     * Arguments: an empty folder, how often each is measured, the launcher; then the parts to
     * measure ({@code validate}, {@code command}, {@code idle}, {@code expectations}, {@code
     * files}, {@code cdc} or names of scenarios), all when there are none.
     */
    public static void main(String[] arguments) throws Exception {
        var suite = new BenchmarkSuite(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        List<String> parts = List.of(arguments).subList(3, arguments.length);
        if (parts.isEmpty() || parts.contains("validate")) {
            suite.validate(Path.of(arguments[2]));
        }
        if (parts.isEmpty() || parts.contains("command")) {
            suite.command(Path.of(arguments[2]));
        }
        if (parts.isEmpty() || parts.contains("idle")) {
            suite.idle(Path.of(arguments[2]));
        }
        if (parts.isEmpty() || parts.contains("expectations")) {
            suite.expectations();
        }
        if (parts.isEmpty() || parts.contains("files")) {
            suite.files();
        }
        suite.streams(
                SCENARIOS.stream()
                        .filter(scenario -> parts.isEmpty() || parts.contains(scenario.key()))
                        .toList());
        if (parts.isEmpty() || parts.contains("cdc")) {
            suite.cdc();
        }
    }

    /** One process for all, which prints its own tables. */
    private void cdc() throws Exception {
        Path home = Files.createDirectories(folder.resolve("cdc"));
        List<String> command =
                java(CdcBenchmark.class.getName(), home.toString(), Integer.toString(rounds));
        Path errors = home.resolve("errors.log");
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(errors.toFile())
                        .start();
        if (process.waitFor() != 0) {
            failed("cdc", errors);
        }
    }

    private void validate(Path launcher) throws Exception {
        Path large = ValidateBenchmark.largeProject(folder.resolve("large"));
        Path small = ValidateBenchmark.smallProject(folder.resolve("small"));
        // The first call builds and makes the archive of classes.
        ValidateBenchmark.time(launcher, small, folder);
        List<Long> largeTimes = new ArrayList<>();
        List<Long> smallTimes = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            smallTimes.add(ValidateBenchmark.time(launcher, small, folder));
            largeTimes.add(ValidateBenchmark.time(launcher, large, folder));
        }
        long largeTime = median(largeTimes);
        long smallTime = median(smallTimes);
        print("| `validate`, -Xmx1g | median ms |");
        print("|---|---:|");
        print("| 1 statement | " + smallTime + " |");
        print("| 1,000 datasets, 2,000 flows | " + largeTime + " |");
        print("| ratio | %.2f |".formatted((double) largeTime / smallTime));
        print("");
    }

    private void command(Path launcher) throws Exception {
        Path project = CommandBenchmark.project(folder.resolve("command"));
        // The first call builds and makes the archive of classes.
        CommandBenchmark.millrace(launcher, project, folder.resolve("command-warm-up"));
        List<Long> launcherTimes = new ArrayList<>();
        List<Long> programTimes = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            Path home = folder.resolve("command-" + round);
            launcherTimes.add(
                    CommandBenchmark.millrace(launcher, project, home.resolve("millrace")));
            programTimes.add(CommandBenchmark.program(project, home.resolve("program")));
        }
        long launcherTime = median(launcherTimes);
        long programTime = median(programTimes);
        print("| one table, cold, from the command line | median ms | to Millrace |");
        print("|---|---:|---:|");
        print("| `bin/millrace run` | %d | 1.00 |".formatted(launcherTime));
        print(
                "| the same by a program, plain session | %d | %.2f |"
                        .formatted(programTime, (double) programTime / launcherTime));
        print("");
    }

    private void idle(Path launcher) throws Exception {
        Path idle = Files.createDirectories(folder.resolve("idle"));
        List<String> command = java(IdleBenchmark.class.getName(), idle.toString());
        Optional<long[]> warm = result(command, idle.resolve("errors.log"));
        if (warm.isEmpty()) {
            failed("idle", idle.resolve("errors.log"));
            return;
        }
        List<Long> emptyCalls = new ArrayList<>();
        List<Long> idleCalls = new ArrayList<>();
        Path home = idle.resolve("home");
        IdleBenchmark.call(launcher, idle.resolve("empty.sql"), home);
        for (int round = 0; round < rounds; round++) {
            emptyCalls.add(IdleBenchmark.call(launcher, idle.resolve("empty.sql"), home));
            idleCalls.add(IdleBenchmark.call(launcher, idle.resolve("large.sql"), home));
        }
        print("| update with nothing to do | no tables, ms | 200 tables, ms | difference |");
        print("|---|---:|---:|---:|");
        row("warm process", warm.get()[0], warm.get()[1]);
        row("warm process, processor time", warm.get()[2], warm.get()[3]);
        row("`millrace run`", median(emptyCalls), median(idleCalls));
        print("");
    }

    private void expectations() throws Exception {
        Path rules = Files.createDirectories(folder.resolve("expectations"));
        List<String> command = java(ExpectationBenchmark.class.getName(), rules.toString());
        Optional<long[]> times = result(command, rules.resolve("errors.log"));
        if (times.isEmpty()) {
            failed("expectations", rules.resolve("errors.log"));
            return;
        }
        print("| a flow of 3,000,000 rows | plain, ms | ten rules, ms | ratio |");
        print("|---|---:|---:|---:|");
        ratio("wall time", times.get()[0], times.get()[1]);
        ratio("processor time", times.get()[2], times.get()[3]);
        print("");
    }

    /** Both in turns; each round has one file more for each. */
    private void files() throws Exception {
        Path many = Files.createDirectories(folder.resolve("files"));
        Path input = FilesBenchmark.input(many);
        Map<String, List<long[]>> times = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String rival : List.of("plain", "millrace")) {
                Path home = Files.createDirectories(many.resolve(rival + "-" + round));
                Path errors = home.resolve("errors.log");
                Optional<long[]> result =
                        result(
                                java(
                                        FilesBenchmark.class.getName(),
                                        rival,
                                        home.toString(),
                                        input.toString()),
                                errors);
                if (result.isEmpty()) {
                    failed("files " + rival, errors);
                    return;
                }
                times.computeIfAbsent(rival, none -> new ArrayList<>()).add(result.get());
            }
        }
        print(
                "| %,d files in one folder | Spark's file source, ms | read_files, ms | ratio |"
                        .formatted(FilesBenchmark.files()));
        print("|---|---:|---:|---:|");
        List<String> names = List.of("first run, all files", "nothing new", "one file more");
        for (int i = 0; i < names.size(); i++) {
            ratio(names.get(i), median(times.get("plain"), i), median(times.get("millrace"), i));
        }
        print("");
    }

    private static void ratio(String name, long plain, long rules) {
        print("| %s | %d | %d | %.3f |".formatted(name, plain, rules, (double) rules / plain));
    }

    private static void row(String name, long empty, long idle) {
        print("| %s | %d | %d | %d |".formatted(name, empty, idle, idle - empty));
    }

    private void streams(List<Scenario> scenarios) throws Exception {
        for (Scenario scenario : scenarios) {
            Map<String, List<long[]>> times = new LinkedHashMap<>();
            for (int round = 0; round < rounds; round++) {
                for (String rival : RIVALS) {
                    measure(rival, scenario, round)
                            .ifPresent(
                                    time ->
                                            times.computeIfAbsent(rival, none -> new ArrayList<>())
                                                    .add(time));
                }
            }
            report(scenario, times);
        }
    }

    /** First and idle time; empty when the rival failed. */
    private Optional<long[]> measure(String rival, Scenario scenario, int round) throws Exception {
        Path home = folder.resolve(scenario.key() + "-" + rival + "-" + round);
        Files.createDirectories(home);
        List<String> command =
                java(StreamBenchmark.class.getName(), rival, scenario.key(), home.toString());
        Path errors = home.resolve("errors.log");
        Optional<long[]> result = result(command, errors);
        if (result.isEmpty()) {
            failed(rival + " " + scenario.key(), errors);
            return Optional.empty();
        }
        System.err.println(
                rival + " " + scenario.key() + " " + result.get()[0] + " " + result.get()[1]);
        return result;
    }

    private static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of("-Xmx3g", "-XX:+UseParallelGC", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The two numbers that a process prints; empty when it failed. */
    private static Optional<long[]> result(List<String> command, Path errors) throws Exception {
        Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.lines()
                .filter(line -> line.startsWith("RESULT "))
                .findFirst()
                .map(line -> line.substring("RESULT ".length()).split(" ", -1))
                .map(numbers -> Arrays.stream(numbers).mapToLong(Long::parseLong).toArray());
    }

    /** The folder of a run goes when it ends, so the end of its errors is shown here. */
    private static void failed(String what, Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        System.err.println(what + " failed:");
        lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(System.err::println);
    }

    private static void report(Scenario scenario, Map<String, List<long[]>> times) {
        print(
                "| "
                        + scenario.key()
                        + " | first run, ms | to Millrace | idle run, ms | to Millrace |");
        print("|---|---:|---:|---:|---:|");
        for (String rival : RIVALS) {
            if (times.containsKey(rival)) {
                long first = median(times.get(rival), 0);
                long idle = median(times.get(rival), 1);
                print(
                        "| %s | %d | %s | %d | %s |"
                                .formatted(
                                        rival,
                                        first,
                                        ratio(times, first, 0),
                                        idle,
                                        ratio(times, idle, 1)));
            } else {
                print("| " + rival + " | failed | | | |");
            }
        }
        print("");
    }

    private static String ratio(Map<String, List<long[]>> times, long time, int index) {
        List<long[]> own = times.get("millrace");
        return own == null ? "" : "%.2f".formatted((double) time / median(own, index));
    }

    private static long median(List<long[]> times, int index) {
        return median(times.stream().map(time -> time[index]).toList());
    }

    private static long median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
