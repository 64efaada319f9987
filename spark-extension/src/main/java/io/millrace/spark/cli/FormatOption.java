/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import picocli.CommandLine.Option;

/** Whether a command prints its results for people or for machines. */
final class FormatOption {

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private TextFormat format;

    TextFormat value() {
        return format;
    }

    boolean isJson() {
        return format == TextFormat.json;
    }
}
