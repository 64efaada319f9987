/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.project.LoadedProject;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.compiler.project.ProjectLoader;
import io.millrace.compiler.project.ProjectOptions;
import io.millrace.compiler.source.LineMap;
import io.millrace.spark.ContinuousMode;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.TriggerInterval;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.notification.Webhooks;
import io.millrace.spark.secret.Secrets;
import io.millrace.spark.session.PipelineSession;
import io.millrace.spark.state.PipelineStorage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Pipelines from files, in a session: {@code RUN}, {@code VALIDATE} and {@code START PIPELINE}. */
final class ProjectStatements {

    private static final StructType DIAGNOSTICS =
            StructType.fromDDL(
                    """
                    severity STRING, code STRING, file STRING, `line` INT, `column` INT,
                    message STRING, hint STRING
                    """);

    private ProjectStatements() {}

    /** What a statement says about a run, behind {@code PIPELINE}. */
    private record Call(
            String path,
            List<String> refresh,
            List<String> fullRefresh,
            boolean fullRefreshAll,
            Optional<String> target,
            Optional<String> pipeline,
            Map<String, String> variables,
            Map<String, String> parameters,
            Optional<ContinuousMode> continuous) {

        static Call read(TokenReader tokens, boolean background) {
            String path = tokens.string();
            List<String> refresh = new ArrayList<>();
            List<String> full = new ArrayList<>();
            boolean all = false;
            Optional<String> target = Optional.empty();
            Optional<String> pipeline = Optional.empty();
            Map<String, String> variables = new LinkedHashMap<>();
            Map<String, String> parameters = new LinkedHashMap<>();
            Optional<ContinuousMode> continuous = Optional.empty();
            while (!tokens.atEnd()) {
                if (tokens.accept("FULL")) {
                    tokens.expect("REFRESH");
                    all = !tokens.sees("(");
                    full.addAll(all ? List.of() : tokens.names());
                } else if (tokens.accept("REFRESH")) {
                    refresh.addAll(tokens.names());
                } else if (tokens.accept("TARGET")) {
                    target = Optional.of(tokens.string());
                } else if (tokens.accept("PIPELINE")) {
                    pipeline = Optional.of(tokens.string());
                } else if (tokens.accept("VARIABLES")) {
                    variables.putAll(tokens.pairs());
                } else if (tokens.accept("PARAMETERS")) {
                    parameters.putAll(tokens.pairs());
                } else if (background && tokens.accept("CONTINUOUS")) {
                    Optional<Duration> every =
                            tokens.accept("EVERY")
                                    ? Optional.of(interval(tokens.string()))
                                    : Optional.empty();
                    continuous = Optional.of(new ContinuousMode(every));
                } else {
                    throw tokens.unexpected(
                            "REFRESH, FULL REFRESH, TARGET, PIPELINE, VARIABLES"
                                    + (background
                                            ? ", PARAMETERS or CONTINUOUS"
                                            : " or PARAMETERS"));
                }
            }
            return new Call(
                    path, refresh, full, all, target, pipeline, variables, parameters, continuous);
        }

        private static Duration interval(String text) {
            return TriggerInterval.parse(text)
                    .orElseThrow(
                            () ->
                                    AlterStatement.notPossible(
                                            "`%s` is no interval".formatted(text),
                                            "write a number and a unit: EVERY '10 seconds'"));
        }

        ProjectOptions options() {
            return new ProjectOptions(
                    target, pipeline, variables, parameters, Map.of(), System.getenv());
        }

        UpdateRequest request(PipelineProject project) {
            return new UpdateRequest(
                            refresh,
                            fullRefresh,
                            fullRefreshAll,
                            List.of(),
                            false,
                            project.update().maxConcurrentFlows(),
                            project.update().flowRetries())
                    .withContinuous(continuous);
        }
    }

    /** A project with its graph. */
    private record Compiled(PipelineProject project, FlowGraph graph, List<String> notes) {

        static Compiled of(Call call) {
            LoadedProject loaded = ProjectLoader.load(call.path(), call.options());
            PipelineProject project =
                    loaded.project().orElseThrow(() -> Problems.invalid(loaded.diagnostics()));
            CompileResult result =
                    PipelineCompiler.compile(project.sources(), project.compileOptions());
            List<Diagnostic> all = new ArrayList<>(loaded.diagnostics());
            all.addAll(result.diagnostics());
            return new Compiled(
                    project,
                    result.graph().orElseThrow(() -> Problems.invalid(all)),
                    all.stream().map(DiagnosticRenderer.plain()::render).toList());
        }

        UpdateRun update(SparkSession session, Call call) {
            SessionHome home = SessionHome.open(session);
            String storage =
                    project.storage()
                            .map(Secrets.of(session)::resolve)
                            .orElseGet(
                                    () ->
                                            home.location(
                                                            PipelineStorage.encode(
                                                                    project.stateName()))
                                                    .storage());
            return new UpdateRun(
                    graph,
                    project.sources(),
                    new PipelineLocation(storage, home.location("").warehouse()),
                    call.request(project),
                    () -> {});
        }

        /** With the settings of the project, as far as they can be set in a running Spark. */
        SparkSession session(SparkSession session) {
            Map<String, String> settings = new HashMap<>();
            Secrets.of(session)
                    .resolve(project.configuration())
                    .forEach(
                            (key, value) -> {
                                if (!Sessions.isFixed(session, key)) {
                                    settings.put(key, value);
                                }
                            });
            settings.put(PipelineSession.BASE_DIRECTORY, PipelineSession.hadoopUri(project.root()));
            return Sessions.cloneWith(session, settings);
        }

        UpdateListener listener(SparkSession session, UpdateListener next) {
            return project.notifications().isEmpty()
                    ? next
                    : new Webhooks(
                            graph.pipeline(),
                            project.notifications(),
                            next,
                            Clock.systemUTC(),
                            Secrets.of(session)::resolve);
        }
    }

    /** {@code RUN PIPELINE 'path' ...}: one update, to its end. */
    static SessionStatement run(TokenReader tokens) {
        Call call = Call.read(tokens, false);
        return new RowsStatement(
                "RunPipeline",
                UpdateRows.SCHEMA,
                session -> {
                    Compiled compiled = Compiled.of(call);
                    SparkSession own = compiled.session(session);
                    return compiled.update(session, call)
                            .rows(own, compiled.notes(), next -> compiled.listener(own, next));
                });
    }

    /** {@code START PIPELINE 'path' ... [CONTINUOUS]}: an update that nobody waits for. */
    static SessionStatement start(TokenReader tokens) {
        Call call = Call.read(tokens, true);
        return new RowsStatement(
                "StartPipeline",
                UpdateRuns.SCHEMA,
                session -> {
                    Compiled compiled = Compiled.of(call);
                    UpdateRun update = compiled.update(session, call);
                    SparkSession own = compiled.session(session);
                    return List.of(
                            UpdateRuns.start(
                                    own,
                                    compiled.graph().pipeline(),
                                    next -> run(update, own, compiled, next)));
                });
    }

    private static UpdateResult run(
            UpdateRun update, SparkSession session, Compiled compiled, UpdateListener next) {
        UpdateListener listener = compiled.listener(session, next);
        try {
            return update.run(session, listener);
        } finally {
            UpdateRun.close(listener);
        }
    }

    /** {@code STOP PIPELINE 'id or name'}. */
    static SessionStatement stop(TokenReader tokens) {
        String name = tokens.string();
        tokens.end();
        return new RowsStatement(
                "StopPipeline",
                UpdateRuns.SCHEMA,
                session -> {
                    List<Row> stopped = UpdateRuns.stop(session, name);
                    if (stopped.isEmpty()) {
                        throw AlterStatement.notPossible(
                                "no update runs under `%s`".formatted(name),
                                "SHOW PIPELINE UPDATES lists what does");
                    }
                    return stopped;
                });
    }

    /**
     * {@code VALIDATE PIPELINE 'path' ...}: a row for each thing to say, and one if all is well.
     */
    static SessionStatement validate(TokenReader tokens) {
        Call call = Call.read(tokens, false);
        return new RowsStatement("ValidatePipeline", DIAGNOSTICS, session -> validation(call));
    }

    private static List<Row> validation(Call call) {
        LoadedProject loaded = ProjectLoader.load(call.path(), call.options());
        List<Diagnostic> diagnostics = new ArrayList<>(loaded.diagnostics());
        Optional<CompileResult> compiled =
                loaded.project()
                        .map(p -> PipelineCompiler.compile(p.sources(), p.compileOptions()));
        compiled.ifPresent(result -> diagnostics.addAll(result.diagnostics()));
        List<Row> rows = new ArrayList<>();
        diagnostics.forEach(diagnostic -> rows.add(row(diagnostic)));
        compiled.flatMap(CompileResult::graph)
                .ifPresent(
                        graph ->
                                rows.add(
                                        RowFactory.create(
                                                "OK",
                                                null,
                                                null,
                                                null,
                                                null,
                                                "%s: %d datasets, %d flows"
                                                        .formatted(
                                                                graph.pipeline(),
                                                                graph.datasets().size(),
                                                                graph.flows().size()),
                                                null)));
        return rows;
    }

    private static Row row(Diagnostic diagnostic) {
        Optional<LineMap.Position> start = diagnostic.span().map(span -> span.startPosition());
        return RowFactory.create(
                diagnostic.severity().name(),
                diagnostic.code().name(),
                diagnostic.span().map(span -> span.file().name()).orElse(null),
                start.map(LineMap.Position::line).orElse(null),
                start.map(LineMap.Position::column).orElse(null),
                diagnostic.message(),
                diagnostic.hint().orElse(null));
    }
}
