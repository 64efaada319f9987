/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "validate",
        description = {
            "Checks a pipeline without running it.",
            "Parses, compiles and checks the flow graph; starts no Spark. Tables outside the"
                    + " pipeline need not exist."
        })
final class ValidateCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin private ProjectArguments arguments;

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private TextFormat format;

    ValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (format == TextFormat.json) {
            terminal.data(JsonText.of(DiagnosticJson.validation(compiled.diagnostics())));
            return compiled.exitCode();
        }
        Messages.print(terminal, compiled.diagnostics());
        String summary = DiagnosticRenderer.summary(compiled.diagnostics());
        if (compiled.graph().isPresent()) {
            terminal.data(summary(compiled.graph().get()) + ": " + summary);
        } else {
            terminal.message(summary);
        }
        return compiled.exitCode();
    }

    private static String summary(FlowGraph graph) {
        return "%s: %d datasets, %d flows"
                .formatted(graph.pipeline(), graph.datasets().size(), graph.flows().size());
    }
}
