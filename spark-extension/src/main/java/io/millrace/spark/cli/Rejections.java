/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.problem.RunProblems;
import java.util.List;

/** Prints why an update was not begun. */
final class Rejections {

    private Rejections() {}

    static void print(
            Terminal terminal,
            TextFormat format,
            List<RunDiagnostic> diagnostics,
            RunProblems problems) {
        if (format == TextFormat.json) {
            ObjectNode result = DiagnosticJson.validation(List.of());
            result.put("valid", false);
            add((ArrayNode) result.get("diagnostics"), diagnostics, problems);
            terminal.data(JsonText.of(result));
            return;
        }
        diagnostics.forEach(problem -> terminal.message(problems.render(problem) + "\n"));
        terminal.message(count(diagnostics));
    }

    static void add(ArrayNode array, List<RunDiagnostic> diagnostics, RunProblems problems) {
        diagnostics.forEach(problem -> array.add(problems.json(problem)));
    }

    static String count(List<RunDiagnostic> diagnostics) {
        int count = diagnostics.size();
        return count + (count == 1 ? " error" : " errors");
    }
}
