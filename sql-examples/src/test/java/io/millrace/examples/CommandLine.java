/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import java.util.List;

/** Runs commands of {@code millrace}. */
interface CommandLine {

    /**
     * @param arguments as a user types them, without the command itself
     */
    Outcome run(List<String> arguments);

    /** What a user sees of a command: exit code, standard output, standard error. */
    record Outcome(int exitCode, String out, String err) {}
}
