/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.SessionQueries;
import io.millrace.spark.catalyst.SqlErrors;
import io.millrace.spark.execution.PipelineTables;
import io.millrace.spark.function.TableFunctions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "query",
        description = {
            "Runs SQL against the tables of a pipeline.",
            "Names without catalog and schema are looked up where the pipeline's are."
        })
final class QueryCommand implements Callable<Integer> {

    private static final String QUERY_NAME = "query";

    private final Terminal terminal;

    @Mixin private ProjectArguments arguments;

    @Parameters(index = "1", paramLabel = "SQL", description = "One statement.")
    private String sql;

    @Option(
            names = "--format",
            defaultValue = "table",
            paramLabel = "FORMAT",
            description =
                    "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); json is one object a"
                            + " line")
    private Format format;

    /** The forms that rows can be printed in. */
    enum Format {
        table,
        json,
        csv
    }

    QueryCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (compiled.project().isEmpty()) {
            Messages.print(terminal, compiled.diagnostics());
            return compiled.exitCode();
        }
        PipelineProject project = compiled.project().get();
        try (Engine engine = Engine.start(project, arguments.home(terminal))) {
            SparkSession session = engine.session();
            SessionQueries.register(session, TableFunctions.standard());
            return run(
                    session,
                    () -> {
                        // A pipeline with errors still has the tables of earlier updates.
                        compiled.graph()
                                .ifPresent(
                                        graph ->
                                                PipelineTables.show(
                                                        session, graph, engine.location()));
                        use(session, project);
                    });
        }
    }

    private static void use(SparkSession session, PipelineProject project) {
        session.catalog().setCurrentCatalog(project.catalog());
        // Before the first update there is no schema yet.
        if (session.catalog().databaseExists(project.schema())) {
            session.catalog().setCurrentDatabase(project.schema());
        }
    }

    private int run(SparkSession session, Runnable open) {
        String text = sql.strip().replaceAll(";\\s*$", "");
        try {
            open.run();
            Dataset<Row> rows = SessionQueries.sql(session, text);
            switch (format) {
                case table -> new TableOutput(terminal).print(rows);
                case json -> RowOutput.json(terminal, rows);
                case csv -> RowOutput.csv(terminal, rows);
            }
            return ExitCode.OK;
        } catch (Exception | LinkageError | ServiceConfigurationError e) {
            report(text, e);
            return ExitCode.FAILED;
        }
    }

    private void report(String text, Throwable error) {
        QueryException known =
                SqlErrors.translate(
                        error, new SqlText(text, QUERY_NAME, PositionMap.identity()), List.of());
        SourceFile file = SourceFile.of(QUERY_NAME, text);
        Optional<SourceSpan> span =
                known.location()
                        .filter(place -> place.file().equals(QUERY_NAME))
                        .map(
                                place -> {
                                    int start = Math.min(place.start(), text.length());
                                    int end = Math.min(place.end(), text.length());
                                    return file.span(start, Math.max(start, end));
                                });
        terminal.message(
                terminal.renderer()
                        .renderError(known.condition(), span, known.getMessage(), known.hint()));
    }
}
