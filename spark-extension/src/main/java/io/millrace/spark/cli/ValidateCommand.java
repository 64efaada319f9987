/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.ResolveResult;
import java.io.IOException;
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

    @Option(
            names = "--resolve",
            description =
                    "Also start Spark and resolve schemas and types; creates and writes nothing.")
    private boolean resolve;

    ValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (resolve && compiled.graph().isPresent()) {
            return resolve(compiled, compiled.graph().get());
        }
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

    private int resolve(CompiledProject compiled, FlowGraph graph) throws IOException {
        PipelineProject project = compiled.project().orElseThrow();
        ResolveResult result;
        try (Engine engine = Engine.start(project, arguments.home(terminal))) {
            result = new PipelineRunner().resolve(engine.session(), graph, engine.location());
        }
        RunProblems problems = new RunProblems(project.sources(), terminal.renderer());
        if (format == TextFormat.json) {
            terminal.data(JsonText.of(json(compiled, result, problems)));
        } else {
            Messages.print(terminal, compiled.diagnostics());
            result.diagnostics()
                    .forEach(problem -> terminal.message(problems.render(problem) + "\n"));
            for (ResolveResult.Schema schema : result.datasets()) {
                terminal.data(schema.dataset() + ": " + schema.schema().toDDL());
            }
            if (result.hasErrors()) {
                int count = result.diagnostics().size();
                terminal.message(count + (count == 1 ? " error" : " errors"));
            } else {
                terminal.data(
                        summary(graph) + ": " + DiagnosticRenderer.summary(compiled.diagnostics()));
            }
        }
        return result.hasErrors() ? ExitCode.INVALID_PIPELINE : ExitCode.OK;
    }

    private static ObjectNode json(
            CompiledProject compiled, ResolveResult result, RunProblems problems) {
        ObjectNode node = DiagnosticJson.validation(compiled.diagnostics());
        node.put("valid", !result.hasErrors());
        ArrayNode diagnostics = (ArrayNode) node.get("diagnostics");
        result.diagnostics().forEach(problem -> diagnostics.add(problems.json(problem)));
        ArrayNode datasets = node.putArray("datasets");
        for (ResolveResult.Schema schema : result.datasets()) {
            datasets.addObject()
                    .put("name", schema.dataset())
                    .put("schema", schema.schema().toDDL());
        }
        return node;
    }

    private static String summary(FlowGraph graph) {
        return "%s: %d datasets, %d flows"
                .formatted(graph.pipeline(), graph.datasets().size(), graph.flows().size());
    }
}
