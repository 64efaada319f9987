/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.ast.AlterDataset;
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.ast.ExplainMaterializedView;
import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.parameter.ParameterSubstitution;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.catalyst.statement.StatementSource;
import io.millrace.spark.doctor.StatusStatement;
import io.millrace.spark.function.TableFunctions;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** The statements that a session understands besides Spark's and Delta's. */
public final class PipelineStatements implements StatementSource {

    /** The table functions that plain queries of a session may call. */
    public static final TableFunctions FUNCTIONS =
            TableFunctions.standard().with(new SessionEventLog());

    /** {@code false} leaves all texts to Spark; read at each statement. */
    public static final String ENABLED = "spark.millrace.parser.enabled";

    private static final String NAME = "statement";

    @Override
    public Optional<SessionStatement> find(SparkSession session, String text, Arguments arguments) {
        return statement(session, text, arguments).map(CancelableStatement::new);
    }

    private static Optional<SessionStatement> statement(
            SparkSession session, String text, Arguments arguments) {
        StatementKind kind = StatementKind.of(text);
        boolean several = HeadWords.maySeparate(text);
        if ((kind == StatementKind.OTHER && !several) || !isEnabled(session)) {
            return Optional.empty();
        }
        if (several && StatementSplit.definesSeveral(text)) {
            return Optional.of(definition(session, text, arguments));
        }
        return switch (kind) {
            case OTHER -> Optional.empty();
            case DEFINITION -> Optional.of(definition(session, text, arguments));
            case REFRESH_IF_DATASET, DROP_IF_DATASET -> ifDataset(session, text, arguments);
            case EXPLAIN, REFRESH, ALTER, DROP ->
                    Optional.of(operation(SessionText.read(session, text, arguments)));
            case DESCRIBE_FLOW -> describeFlow(session, tokens(session, text, arguments));
            case SHOW_STREAMING_TABLES,
                    SHOW_MATERIALIZED_VIEWS,
                    SHOW_FLOWS,
                    SHOW_STATUS,
                    SHOW_UPDATES,
                    RUN,
                    VALIDATE,
                    START,
                    STOP ->
                    Optional.of(shortStatement(kind, session, tokens(session, text, arguments)));
        };
    }

    private static boolean isEnabled(SparkSession session) {
        return !session.conf().get(ENABLED, "true").strip().equalsIgnoreCase("false");
    }

    /**
     * {@code REFRESH TABLE t} and {@code DROP TABLE t} are Spark's unless {@code t} is a dataset.
     */
    private static Optional<SessionStatement> ifDataset(
            SparkSession session, String text, Arguments arguments) {
        Diagnostics diagnostics = new Diagnostics();
        SessionText.Namespace namespace = SessionText.Namespace.of(session);
        SourceFile file =
                ParameterSubstitution.apply(
                        SourceFile.of(NAME, text),
                        Sessions.settings(session),
                        arguments.named(),
                        diagnostics);
        List<Statement> statements = PipelineParser.parse(file, diagnostics);
        if (statements.size() != 1) {
            return Optional.empty();
        }
        DatasetLookup lookup = new DatasetLookup(SessionHome.of(session), namespace);
        Statement statement = statements.get(0);
        List<String> name =
                statement instanceof RefreshDataset refresh
                        ? refresh.name().parts()
                        : statement instanceof DropDataset drop ? drop.name().parts() : List.of();
        return name.isEmpty() || lookup.find(name).isEmpty()
                ? Optional.empty()
                : Optional.of(operation(SessionText.read(session, text, arguments)));
    }

    private static SessionStatement definition(
            SparkSession session, String text, Arguments arguments) {
        return new DefinitionStatement(SessionText.read(session, text, arguments));
    }

    private static SessionStatement operation(SessionText text) {
        Statement statement = text.statements().get(0);
        if (statement instanceof RefreshDataset refresh) {
            return new RefreshStatement(refresh, text.namespace());
        }
        if (statement instanceof AlterDataset alter) {
            return new AlterStatement(alter, text.namespace());
        }
        if (statement instanceof DropDataset drop) {
            return new DropStatement(drop, text.namespace());
        }
        SourceSpan explained = ((ExplainMaterializedView) statement).statement().span();
        return new ExplainStatement(text.definition(explained));
    }

    private static TokenReader tokens(SparkSession session, String text, Arguments arguments) {
        Diagnostics diagnostics = new Diagnostics();
        SourceFile file =
                ParameterSubstitution.apply(
                        SessionText.positional(SourceFile.of(NAME, text), arguments.positional()),
                        Sessions.settings(session),
                        arguments.named(),
                        diagnostics);
        if (diagnostics.hasErrors()) {
            throw Problems.invalid(diagnostics.inSourceOrder());
        }
        return new TokenReader(file);
    }

    /** {@code DESCRIBE flow c} is Spark's where a table is called {@code flow}. */
    private static Optional<SessionStatement> describeFlow(
            SparkSession session, TokenReader tokens) {
        SessionText.Namespace namespace = SessionText.Namespace.of(session);
        if (CatalogTables.exists(
                session, List.of(namespace.catalog(), namespace.schema(), "flow"))) {
            return Optional.empty();
        }
        tokens.expect(tokens.sees("DESC") ? "DESC" : "DESCRIBE", "FLOW");
        List<String> name = tokens.name();
        tokens.end();
        return Optional.of(ShowFlows.describe(name, namespace));
    }

    private static SessionStatement shortStatement(
            StatementKind kind, SparkSession session, TokenReader tokens) {
        SessionText.Namespace namespace = SessionText.Namespace.of(session);
        switch (kind) {
            case SHOW_STREAMING_TABLES -> {
                tokens.expect("SHOW", "STREAMING", "TABLES");
                return ShowDatasets.of(DatasetKind.STREAMING_TABLE, in(tokens), namespace);
            }
            case SHOW_MATERIALIZED_VIEWS -> {
                tokens.expect("SHOW", "MATERIALIZED", "VIEWS");
                return ShowDatasets.of(DatasetKind.MATERIALIZED_VIEW, in(tokens), namespace);
            }
            case SHOW_FLOWS -> {
                tokens.expect("SHOW", "FLOWS");
                return ShowFlows.list(in(tokens), namespace);
            }
            case SHOW_STATUS -> {
                tokens.expect("SHOW", "MILLRACE", "STATUS");
                tokens.end();
                return new StatusStatement();
            }
            case SHOW_UPDATES -> {
                tokens.expect("SHOW", "PIPELINE", "UPDATES");
                tokens.end();
                return new RowsStatement(
                        "ShowPipelineUpdates", UpdateRuns.SCHEMA, UpdateRuns::rows);
            }
            case RUN -> {
                tokens.expect("RUN", "PIPELINE");
                return ProjectStatements.run(tokens);
            }
            case VALIDATE -> {
                tokens.expect("VALIDATE", "PIPELINE");
                return ProjectStatements.validate(tokens);
            }
            case START -> {
                tokens.expect("START", "PIPELINE");
                return ProjectStatements.start(tokens);
            }
            case STOP -> {
                tokens.expect("STOP", "PIPELINE");
                return ProjectStatements.stop(tokens);
            }
            default -> throw new IllegalArgumentException(kind.name());
        }
    }

    /** {@code IN name} or {@code FROM name} at the end of the statement. */
    private static Optional<List<String>> in(TokenReader tokens) {
        Optional<List<String>> name =
                tokens.accept("IN") || tokens.accept("FROM")
                        ? Optional.of(tokens.name())
                        : Optional.empty();
        tokens.end();
        return name;
    }
}
