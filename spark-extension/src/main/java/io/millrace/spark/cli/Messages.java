/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.Diagnostic;
import java.util.List;

/** Prints what the compiler has to say. */
final class Messages {

    private Messages() {}

    /** All diagnostics, each followed by an empty line; nothing when there are none. */
    static void print(Terminal terminal, List<Diagnostic> diagnostics) {
        if (!diagnostics.isEmpty()) {
            terminal.message(terminal.renderer().render(diagnostics));
            terminal.message("");
        }
    }
}
