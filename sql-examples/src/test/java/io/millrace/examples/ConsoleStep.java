/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of a {@code console} block and the output that stands below it.
 *
 * @param line of the command in its file, 1-based
 * @param command without the prompt
 * @param output lines that have to come in this order; {@code ...} in a line stands for anything,
 *     and a line of nothing else for any lines
 */
record ConsoleStep(Path file, int line, String command, List<String> output) {

    private static final String PROMPT = "$ ";
    private static final String ANYTHING = "...";

    ConsoleStep {
        output = List.copyOf(output);
    }

    /** All commands in the {@code console} blocks of a Markdown file, in order. */
    static List<ConsoleStep> of(Path file) {
        List<ConsoleStep> steps = new ArrayList<>();
        for (FencedBlock block : FencedBlock.of(file)) {
            if (block.info().equals("console")) {
                addSteps(block, steps);
            }
        }
        return steps;
    }

    private static void addSteps(FencedBlock block, List<ConsoleStep> steps) {
        String command = null;
        int line = 0;
        List<String> output = new ArrayList<>();
        for (int i = 0; i < block.lines().size(); i++) {
            String text = block.lines().get(i);
            if (!text.startsWith(PROMPT)) {
                output.add(text);
                continue;
            }
            if (command != null) {
                steps.add(new ConsoleStep(block.file(), line, command, output));
            }
            command = text.substring(PROMPT.length());
            line = block.firstLine() + i;
            output.clear();
        }
        if (command != null) {
            steps.add(new ConsoleStep(block.file(), line, command, output));
        }
    }

    /** Whether the command is the command line of this project, as written in the README. */
    boolean callsMillrace() {
        return command.startsWith("bin/millrace ");
    }

    void assertOutput(String actual) {
        List<String> lines = actual.lines().map(String::strip).toList();
        int from = 0;
        for (String expected : output) {
            if (expected.isBlank() || expected.strip().equals(ANYTHING)) {
                continue;
            }
            int found = indexOf(lines, from, expected.strip());
            assertThat(found)
                    .as(
                            "%s: no line `%s` in the output of%n%s%n%s",
                            place(), expected, command, actual)
                    .isNotNegative();
            from = found + 1;
        }
    }

    private static int indexOf(List<String> lines, int from, String expected) {
        for (int i = from; i < lines.size(); i++) {
            if (matches(lines.get(i), expected)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean matches(String line, String expected) {
        List<String> parts = List.of(expected.split("\\Q...\\E", -1));
        String first = parts.get(0);
        if (parts.size() == 1) {
            return line.equals(expected);
        }
        if (!line.startsWith(first)) {
            return false;
        }
        int at = first.length();
        for (String part : parts.subList(1, parts.size() - 1)) {
            at = line.indexOf(part, at);
            if (at < 0) {
                return false;
            }
            at += part.length();
        }
        String last = parts.get(parts.size() - 1);
        return line.length() - last.length() >= at && line.endsWith(last);
    }

    String place() {
        return file.getFileName() + ":" + line;
    }

    @Override
    public String toString() {
        return place() + " " + command;
    }
}
