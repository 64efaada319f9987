/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Runs commands in this process and keeps what they print. */
final class CommandRunner {

    private final Map<String, String> environment = new HashMap<>();

    /** What a command did. */
    record Result(int exitCode, String out, String err) {}

    CommandRunner variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        false);
        int exitCode = Millrace.execute(terminal, arguments);
        terminal.flush();
        return new Result(
                exitCode,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }
}
