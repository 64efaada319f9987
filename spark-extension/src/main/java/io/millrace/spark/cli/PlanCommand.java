/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.problem.RunProblems;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "plan",
        description = {
            "Shows what the next update would do and what has changed since the last.",
            "Takes the options of run that choose what to do. Writes nothing."
        })
final class PlanCommand implements Callable<Integer> {

    private static final int CHANGES = 2;

    private final Terminal terminal;

    @Spec private CommandSpec spec;

    @Mixin private ProjectArguments arguments;

    @Mixin private UpdateOptions options;

    @Mixin private FormatOption format;

    @Option(
            names = "--detailed-exitcode",
            description = "Exit with 2 when there are changes, with 0 when there are none.")
    private boolean detailedExitCode;

    PlanCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        options.check(spec);
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (compiled.graph().isEmpty()) {
            return invalid(compiled);
        }
        Messages.print(terminal, compiled.diagnostics());
        PipelineProject project = compiled.project().orElseThrow();
        UpdatePlan plan;
        try (Engine engine = Engine.look(project, arguments.home(terminal))) {
            plan =
                    new PipelineRunner()
                            .plan(
                                    engine.session(),
                                    compiled.graph().get(),
                                    engine.location(),
                                    options.request(project.update().maxConcurrentFlows(), 0));
        }
        RunProblems problems = new RunProblems(project.sources(), terminal.renderer());
        if (format.isJson()) {
            terminal.data(JsonText.of(PlanJson.of(plan, problems)));
        } else {
            plan.warnings().forEach(warning -> terminal.message("warning: " + warning));
            new PlanText(terminal, problems).print(plan);
        }
        if (plan.hasErrors()) {
            return ExitCode.INVALID_PIPELINE;
        }
        boolean changes =
                plan.hasChanges() || !plan.refusals().isEmpty() || !plan.failures().isEmpty();
        return detailedExitCode && changes ? CHANGES : ExitCode.OK;
    }

    private int invalid(CompiledProject compiled) {
        if (format.isJson()) {
            terminal.data(JsonText.of(DiagnosticJson.validation(compiled.diagnostics())));
        } else {
            Messages.print(terminal, compiled.diagnostics());
            terminal.message(DiagnosticRenderer.summary(compiled.diagnostics()));
        }
        return compiled.exitCode();
    }
}
