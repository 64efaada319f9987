/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AlterDataset;
import io.millrace.compiler.ast.CreateTable;
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.ast.ExplainMaterializedView;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.OtherStatementKind;
import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The files of a pipeline hold definitions. What acts on a dataset, and other SQL, has no place in
 * them.
 */
final class StatementPlacementCheck implements Check {

    private static final Pattern CELL_BORDER =
            Pattern.compile("^-- COMMAND -{5,}[ \\t]*\\r?$", Pattern.MULTILINE);

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (Statement statement : pipeline.declarations().statements()) {
            if (statement instanceof OtherStatement other) {
                checkOther(other, diagnostics);
            } else if (statement instanceof RefreshDataset refresh) {
                reportOperation("REFRESH", statement, hint(refresh), diagnostics);
            } else if (statement instanceof AlterDataset alter) {
                reportOperation(
                        "ALTER",
                        statement,
                        "change the statement that defines `%s`".formatted(alter.name()),
                        diagnostics);
            } else if (statement instanceof DropDataset drop) {
                reportOperation(
                        "DROP",
                        statement,
                        "remove the statement that defines `%s`".formatted(drop.name()),
                        diagnostics);
            } else if (statement instanceof ExplainMaterializedView) {
                reportOperation(
                        "EXPLAIN",
                        statement,
                        "to see the graph, use `millrace graph PATH`",
                        diagnostics);
            } else if (statement instanceof CreateTable table) {
                checkTable(table, diagnostics);
            }
        }
    }

    private static String hint(RefreshDataset refresh) {
        String option = refresh.full() ? "--full-refresh" : "--refresh";
        return "use `millrace run PATH %s %s`".formatted(option, refresh.name());
    }

    private static void reportOperation(
            String verb, Statement statement, String hint, Diagnostics diagnostics) {
        SourceSpan span = statement.span();
        SourceSpan head = span.file().span(span.start(), span.start() + verb.length());
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_NOT_A_PIPELINE_STATEMENT,
                                head,
                                verb
                                        + " acts on a dataset; the files of a pipeline only define"
                                        + " them")
                        .withHint(hint));
    }

    private static void checkTable(CreateTable table, Diagnostics diagnostics) {
        if (table.asQuery().isEmpty()) {
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CREATE_TABLE_AS_SELECT,
                                table.asQuery().get(),
                                table.name())
                        .withHint(
                                "write CREATE MATERIALIZED VIEW "
                                        + table.name().sql()
                                        + " AS SELECT ..., or CREATE TABLE "
                                        + table.name().sql()
                                        + " FLOW INSERT BY NAME SELECT ..."));
    }

    private static void checkOther(OtherStatement statement, Diagnostics diagnostics) {
        if (statement.kind() == OtherStatementKind.SHOW_SETTING) {
            // Not out of place: ShownSettingCheck speaks of it.
            return;
        }
        Optional<ForeignStatement> foreign = ForeignStatement.at(statement.span());
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_NOT_A_PIPELINE_STATEMENT,
                                statement.head(),
                                foreign.map(ForeignStatement::message)
                                        .orElseGet(() -> message(statement)))
                        .withHint(
                                foreign.map(ForeignStatement::where)
                                        .orElseGet(() -> hint(statement.kind()))));
    }

    private static String message(OtherStatement statement) {
        String head = head(statement);
        return switch (statement.kind()) {
            case QUERY -> "a query alone has no dataset to write";
            case CREATE_FUNCTION -> head + " is not a statement of a pipeline";
            case SCRIPT -> "a script (" + head + " ... END) is not a statement of a pipeline";
            case NOTEBOOK_CELL ->
                    "cell "
                            + cellNumber(statement.span())
                            + " holds `"
                            + head
                            + "`, which is not SQL and is not run";
            case TEMPLATE_TEXT -> "this looks like template text, which Millrace does not render";
            case DML -> head + " changes rows; the files of a pipeline only define datasets";
            case DDL, SHOW_SETTING, UNKNOWN -> head + " is not a statement of a pipeline";
        };
    }

    private static String hint(OtherStatementKind kind) {
        return switch (kind) {
            case QUERY ->
                    "give it a name with CREATE MATERIALIZED VIEW name AS ..., or run it with"
                            + " millrace query";
            case CREATE_FUNCTION -> "define functions in the catalog, before the pipeline runs";
            case SCRIPT -> "write each dataset as a statement of its own";
            case NOTEBOOK_CELL -> "move it out of the pipeline's files";
            case TEMPLATE_TEXT ->
                    "render the file first, or use ${key} and :name, which Millrace replaces";
            case DML ->
                    "write rows with a flow: CREATE FLOW name AS INSERT INTO t BY NAME SELECT ...";
            case DDL, SHOW_SETTING, UNKNOWN ->
                    "a pipeline takes CREATE STREAMING TABLE, MATERIALIZED VIEW, VIEW, TABLE ..."
                            + " FLOW, FLOW and SINK, SET and USE";
        };
    }

    private static String head(OtherStatement statement) {
        return statement.head().text().strip().replaceAll("\\s+", " ");
    }

    /** The 1-based number of the notebook cell in which a statement stands. */
    private static long cellNumber(SourceSpan span) {
        String before = span.file().text().substring(0, span.start());
        return 1 + CELL_BORDER.matcher(before).results().count();
    }
}
