/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation whose commands are typed into a shell, in order. A block {@code sql
 * NAME}, {@code python NAME} or {@code java NAME} is a file of that name. In a block {@code
 * console} lines behind {@code $} are commands, those below each must be in what it prints; {@code
 * # exits with N} is another exit code than 0. A block {@code console server} has one command that
 * goes on; it is waited for until it prints the line below.
 */
final class Page {

    private static final Pattern BLOCK =
            Pattern.compile("^```([^\\n`]+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern EXIT = Pattern.compile("# exits with (\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private final Path folder;
    private final Map<String, String> environment;

    private Page(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /**
     * Runs a page.
     *
     * @param name of the page in {@code docs/doors}
     * @param folder to run in
     */
    static void run(String name, Path folder) throws IOException, InterruptedException {
        Page page = new Page(folder, Distribution.get().environment(folder));
        String text = Files.readString(Distribution.ROOT.resolve("docs/doors/" + name));
        List<Program.Running> servers = new ArrayList<>();
        try {
            Matcher block = BLOCK.matcher(text);
            while (block.find()) {
                List<String> info = List.of(block.group(1).strip().split(" +"));
                if (info.equals(List.of("console", "server"))) {
                    servers.add(page.serve(block.group(2)));
                } else if (info.get(0).equals("console")) {
                    page.type(block.group(2));
                } else if (info.size() == 2) {
                    Files.writeString(folder.resolve(info.get(1)), block.group(2));
                }
            }
        } finally {
            servers.forEach(Program.Running::close);
        }
    }

    private Program.Running serve(String block) throws InterruptedException {
        List<Step> steps = steps(block);
        Program.Running server =
                Program.shell("exec " + steps.get(0).command()).with(environment).start(folder);
        server.await(steps.get(0).expected().get(0), PATIENCE);
        return server;
    }

    private void type(String block) {
        for (Step step : steps(block)) {
            Program.Result result =
                    Program.shell(step.command()).with(environment).run(folder, PATIENCE);
            assertThat(result.exitCode())
                    .as("%s%n%s", step.command(), result.output())
                    .isEqualTo(step.exitCode());
            for (String expected : step.expected()) {
                assertThat(result.output()).as(step.command()).contains(expected);
            }
        }
    }

    private record Step(String command, int exitCode, List<String> expected) {}

    private static List<Step> steps(String block) {
        List<Step> steps = new ArrayList<>();
        String command = null;
        List<String> expected = new ArrayList<>();
        int exitCode = 0;
        for (String line : block.replace("\\\n", " ").lines().toList()) {
            Matcher exit = EXIT.matcher(line);
            if (line.startsWith("$ ")) {
                if (command != null) {
                    steps.add(new Step(command, exitCode, List.copyOf(expected)));
                }
                command = line.substring(2);
                expected.clear();
                exitCode = 0;
            } else if (exit.matches()) {
                exitCode = Integer.parseInt(exit.group(1));
            } else if (!line.isBlank()) {
                expected.add(line.strip());
            }
        }
        steps.add(new Step(command, exitCode, List.copyOf(expected)));
        return steps;
    }
}
