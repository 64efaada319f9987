/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.notification.Webhooks;
import io.millrace.spark.problem.RunProblems;
import io.millrace.spark.secret.Secrets;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        description = {
            "Runs one update of a pipeline.",
            "Exit code 0: done; 1: a flow failed; 3: the pipeline has errors, and nothing was"
                    + " written; 4: another update of the pipeline is running."
        })
final class RunCommand implements Callable<Integer> {

    private static final int DEFAULT_COLUMNS = 80;

    private final Terminal terminal;

    @Spec private CommandSpec spec;

    @Mixin private ProjectArguments arguments;

    @Mixin private FormatOption format;

    @Mixin private UpdateOptions options;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "How often a flow is tried again that failed for a passing reason (default:"
                            + " flow_retries of millrace.yml, or 2).")
    private Integer retries;

    @Mixin private ContinuousArguments continuous;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        checkOptions();
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (compiled.graph().isEmpty()) {
            return invalid(compiled);
        }
        Messages.print(terminal, compiled.diagnostics());
        PipelineProject project = compiled.project().orElseThrow();
        if (project.storage().isEmpty() && !Engine.isLocal(project)) {
            terminal.message(
                    "error: on a master that is not local a pipeline needs a `storage` that all of"
                            + " it can reach; give it in spark-pipeline.yml or a target");
            return ExitCode.INVALID_PIPELINE;
        }
        Signals signals = Signals.interrupting(Thread.currentThread());
        try (signals;
                Engine engine = Engine.start(project, arguments.home(terminal))) {
            // A signal may have come while Spark started, which does not mind interrupts.
            int exitCode =
                    signals.exitCode() != 0
                            ? signals.exitCode()
                            : run(engine, project, compiled.graph().get());
            signals.stopInterrupting();
            return signals.exitCode() != 0 ? signals.exitCode() : exitCode;
        } catch (IOException | RuntimeException e) {
            if (signals.exitCode() != 0) {
                return signals.exitCode();
            }
            throw e;
        }
    }

    private void checkOptions() {
        options.check(spec);
        var unused = continuous.mode(spec);
        if (retries != null && retries < 0) {
            throw new ParameterException(spec.commandLine(), "--retries must be at least 0");
        }
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

    private int run(Engine engine, PipelineProject project, FlowGraph graph) {
        RunProblems problems = new RunProblems(project.sources(), terminal.renderer());
        try {
            UpdateResult result = update(engine, project, graph);
            print(result, problems);
            return result.status() == UpdateStatus.COMPLETED ? ExitCode.OK : ExitCode.FAILED;
        } catch (PipelineRejectedException e) {
            Rejections.print(terminal, format.value(), e.diagnostics(), problems);
            return ExitCode.INVALID_PIPELINE;
        } catch (PipelineBusyException e) {
            terminal.message("error: " + e.getMessage());
            return ExitCode.BUSY;
        } finally {
            // Stopping Spark must not be cut short by the signal that stopped the update.
            boolean unused = Thread.interrupted();
        }
    }

    /** The update, tried again as often as the project says. */
    private UpdateResult update(Engine engine, PipelineProject project, FlowGraph graph) {
        UpdateRequest request = request(project);
        for (int attempt = 0; ; attempt++) {
            UpdateResult result = update(engine, project, graph, request);
            boolean again =
                    result.status() == UpdateStatus.FAILED
                            && attempt < project.update().updateRetries();
            if (!again) {
                return result;
            }
            terminal.message("the update failed, trying again");
        }
    }

    private UpdateResult update(
            Engine engine, PipelineProject project, FlowGraph graph, UpdateRequest request) {
        boolean live = terminal.interactive() && terminal.coloured();
        if (!live) {
            UpdateListener progress = new RunProgress(terminal, Clock.systemUTC());
            return update(engine, project, graph, request, progress);
        }
        int columns = Integer.getInteger("millrace.columns", DEFAULT_COLUMNS);
        try (LiveProgress progress = new LiveProgress(terminal, Clock.systemUTC(), columns)) {
            return update(engine, project, graph, request, progress);
        }
    }

    private static UpdateResult update(
            Engine engine,
            PipelineProject project,
            FlowGraph graph,
            UpdateRequest request,
            UpdateListener progress) {
        PipelineRunner runner = new PipelineRunner();
        try (Webhooks listener =
                new Webhooks(
                        graph.pipeline(),
                        project.notifications(),
                        progress,
                        Clock.systemUTC(),
                        Secrets.of(engine.session())::resolve)) {
            return runner.run(engine.session(), graph, engine.location(), request, listener);
        }
    }

    private UpdateRequest request(PipelineProject project) {
        return options.request(
                        project.update().maxConcurrentFlows(),
                        retries == null ? project.update().flowRetries() : retries)
                .withContinuous(continuous.mode(spec));
    }

    private void print(UpdateResult result, RunProblems problems) {
        result.flows()
                .forEach(
                        flow ->
                                flow.error()
                                        .ifPresent(
                                                error ->
                                                        terminal.message(
                                                                "\nflow `"
                                                                        + RunProgress.nameOf(flow)
                                                                        + "` failed:\n"
                                                                        + problems.render(error))));
        if (format.isJson()) {
            terminal.data(JsonText.of(RunJson.of(result)));
        } else {
            terminal.data(summary(result));
        }
        if (result.status() == UpdateStatus.FAILED) {
            LogFile.hint().ifPresent(terminal::message);
        }
    }

    private static String summary(UpdateResult result) {
        List<String> counts = new ArrayList<>();
        for (FlowStatus status : FlowStatus.values()) {
            long count = result.flows().stream().filter(flow -> flow.status() == status).count();
            if (count > 0) {
                counts.add(count + " " + status.name().toLowerCase(Locale.ROOT));
            }
        }
        return "%s: %s in %s: %s; %s (update %s)"
                .formatted(
                        result.pipeline(),
                        result.status(),
                        Amounts.duration(result.durationMs()),
                        counts.isEmpty() ? "no flows" : String.join(", ", counts),
                        amounts(result.flows()),
                        result.updateId());
    }

    /** The rows that were written, and those that AUTO CDC changed. */
    static String amounts(List<FlowResult> flows) {
        long rows = sum(flows, FlowResult::outputRows);
        if (flows.stream().noneMatch(flow -> flow.upsertedRows().isPresent())) {
            return Amounts.rows(rows);
        }
        String changes =
                Amounts.changes(
                        sum(flows, FlowResult::upsertedRows), sum(flows, FlowResult::deletedRows));
        return rows == 0 ? changes : Amounts.rows(rows) + ", " + changes;
    }

    private static long sum(List<FlowResult> flows, Function<FlowResult, Optional<Long>> amount) {
        return flows.stream().mapToLong(flow -> amount.apply(flow).orElse(0L)).sum();
    }
}
