/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.portability.LegacyRewrite;
import io.millrace.compiler.portability.PeerEngine;
import io.millrace.compiler.portability.PortabilityCheck;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.ResolveResult;
import io.millrace.spark.problem.RunProblems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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

    @Mixin private FormatOption format;

    @Option(
            names = "--resolve",
            description =
                    "Also start Spark and resolve schemas and types; creates and writes nothing.")
    private boolean resolve;

    @Option(
            names = "--compat",
            paramLabel = "ENGINE",
            description = {
                "Also list what would not run on another engine: ${COMPLETION-CANDIDATES}.",
                "lakeflow is Databricks Lakeflow, spark the pipelines of Apache Spark."
            })
    private Compatibility compatibility;

    @Option(
            names = "--rewrite",
            description =
                    "Also print the modern form of legacy text (LIVE, APPLY CHANGES, cloud_files)"
                            + " as a diff; changes no file.")
    private boolean rewrite;

    /** The engines by their names on the command line. */
    enum Compatibility {
        lakeflow(PeerEngine.LAKEFLOW),
        spark(PeerEngine.SPARK);

        private final PeerEngine engine;

        Compatibility(PeerEngine engine) {
            this.engine = engine;
        }
    }

    ValidateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        CompiledProject compiled =
                portability(CompiledProject.load(arguments.path(), arguments.options(terminal)));
        if (resolve && compiled.graph().isPresent()) {
            return resolve(compiled, compiled.graph().get());
        }
        if (format.isJson()) {
            ObjectNode node = DiagnosticJson.validation(compiled.diagnostics());
            addRewrites(compiled, node);
            terminal.data(JsonText.of(node));
            return compiled.exitCode();
        }
        printRewrites(compiled);
        Messages.print(terminal, compiled.diagnostics());
        String summary = DiagnosticRenderer.summary(compiled.diagnostics());
        if (compiled.graph().isPresent()) {
            String line = summary(compiled.graph().get()) + ": " + summary;
            if (rewrite) {
                terminal.message(line);
            } else {
                terminal.data(line);
            }
        } else {
            terminal.message(summary);
        }
        return compiled.exitCode();
    }

    private CompiledProject portability(CompiledProject compiled) {
        if (compatibility == null || compiled.project().isEmpty()) {
            return compiled;
        }
        PipelineProject project = compiled.project().get();
        List<Diagnostic> diagnostics = new ArrayList<>(compiled.diagnostics());
        diagnostics.addAll(
                PortabilityCheck.check(
                        project.sources(), project.compileOptions(), compatibility.engine));
        return new CompiledProject(compiled.project(), compiled.graph(), diagnostics);
    }

    private List<String> rewrites(CompiledProject compiled) {
        return rewrite && compiled.project().isPresent()
                ? LegacyRewrite.diffs(
                        compiled.project().get().sources(),
                        compiled.project().get().compileOptions())
                : List.of();
    }

    private void printRewrites(CompiledProject compiled) {
        rewrites(compiled).forEach(diff -> terminal.data(diff.stripTrailing()));
    }

    private void addRewrites(CompiledProject compiled, ObjectNode node) {
        if (rewrite) {
            ArrayNode diffs = node.putArray("rewrites");
            rewrites(compiled).forEach(diffs::add);
        }
    }

    private int resolve(CompiledProject compiled, FlowGraph graph) throws IOException {
        PipelineProject project = compiled.project().orElseThrow();
        ResolveResult result;
        try (Engine engine = Engine.start(project, arguments.home(terminal))) {
            result = new PipelineRunner().resolve(engine.session(), graph, engine.location());
        }
        RunProblems problems = new RunProblems(project.sources(), terminal.renderer());
        if (format.isJson()) {
            terminal.data(JsonText.of(json(compiled, result, problems)));
        } else {
            printRewrites(compiled);
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

    private ObjectNode json(CompiledProject compiled, ResolveResult result, RunProblems problems) {
        ObjectNode node = DiagnosticJson.validation(compiled.diagnostics());
        addRewrites(compiled, node);
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
        return "%s: %s, %s"
                .formatted(
                        graph.pipeline(),
                        Amounts.of(graph.datasets().size(), "dataset"),
                        Amounts.of(graph.flows().size(), "flow"));
    }
}
