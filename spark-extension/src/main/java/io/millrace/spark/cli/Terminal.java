/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.spark.secret.SecretValues;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a command writes, and what it may do there.
 *
 * @param out for data
 * @param err for messages and progress
 * @param environment the variables of the process
 * @param interactive whether messages go to a terminal
 */
record Terminal(
        PrintStream out, PrintStream err, Map<String, String> environment, boolean interactive) {

    /** Set by {@code bin/millrace}, which can ask the file descriptor itself. */
    private static final String INTERACTIVE_PROPERTY = "millrace.terminal";

    Terminal {
        requireNonNull(out, "out");
        requireNonNull(err, "err");
        environment = Map.copyOf(environment);
    }

    /** That of this process; always UTF-8. */
    static Terminal ofProcess() {
        return new Terminal(
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                System.getenv(),
                Boolean.getBoolean(INTERACTIVE_PROPERTY));
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }

    /** Whether messages may be coloured; {@code NO_COLOR} and dumb terminals say no. */
    boolean coloured() {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return false;
        }
        if (!environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0")) {
            return true;
        }
        return interactive && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    DiagnosticRenderer renderer() {
        return coloured() ? DiagnosticRenderer.coloured() : DiagnosticRenderer.plain();
    }

    /** A line of data, without the values of secrets. */
    void data(String line) {
        out.print(SecretValues.mask(line));
        out.print('\n');
    }

    /** A line for people, without the values of secrets. */
    void message(String line) {
        err.print(SecretValues.mask(line));
        err.print('\n');
        err.flush();
    }

    void flush() {
        out.flush();
        err.flush();
    }
}
