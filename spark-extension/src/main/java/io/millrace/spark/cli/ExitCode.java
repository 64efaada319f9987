/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

/** What the process says to its caller when it ends; 130 and 143 come from the signals. */
final class ExitCode {

    static final int OK = 0;

    /** The update or the query failed. */
    static final int FAILED = 1;

    /** The command line is wrong. */
    static final int USAGE = 2;

    /** The pipeline has errors; nothing was run or written. */
    static final int INVALID_PIPELINE = 3;

    /** Another update of the pipeline is running. */
    static final int BUSY = 4;

    private ExitCode() {}
}
