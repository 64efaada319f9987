/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import io.millrace.spark.cli.Millrace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands in this process, on the Spark that runs here. */
final class InProcessCommandLine implements CommandLine {

    @Override
    public Outcome run(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Millrace.run(stream(out), stream(err), arguments.toArray(String[]::new));
        return new Outcome(
                exitCode,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
