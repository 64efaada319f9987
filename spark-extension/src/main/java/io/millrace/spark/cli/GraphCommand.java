/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowGraphDot;
import io.millrace.compiler.graph.FlowGraphHtml;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.graph.FlowGraphMermaid;
import io.millrace.compiler.graph.FlowGraphText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "graph",
        description = {
            "Prints the flow graph of a pipeline.",
            "Starts no Spark. The HTML page is one file that needs nothing else."
        })
final class GraphCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin private ProjectArguments arguments;

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format;

    /** The forms that a graph can be printed in. */
    enum Format {
        text,
        json,
        dot,
        mermaid,
        html
    }

    GraphCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        Messages.print(terminal, compiled.diagnostics());
        compiled.graph()
                .ifPresentOrElse(
                        graph -> terminal.data(print(graph)),
                        () -> terminal.message(DiagnosticRenderer.summary(compiled.diagnostics())));
        return compiled.exitCode();
    }

    private String print(FlowGraph graph) {
        return switch (format) {
            case text -> FlowGraphText.write(graph);
            case json -> FlowGraphJson.write(graph);
            case dot -> FlowGraphDot.write(graph);
            case mermaid -> FlowGraphMermaid.write(graph);
            case html -> FlowGraphHtml.write(graph);
        };
    }
}
