/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.ast.AlterAction;
import io.millrace.compiler.ast.AlterColumn;
import io.millrace.compiler.ast.AlterDataset;
import io.millrace.compiler.ast.AlterProperties;
import io.millrace.compiler.ast.AlterSchedule;
import io.millrace.compiler.ast.AlterVerb;
import io.millrace.compiler.ast.AstPrinter;
import io.millrace.compiler.ast.DatasetWord;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.cdc.CdcViews;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * {@code ALTER STREAMING TABLE | MATERIALIZED VIEW}: changes the definition and, at once, the
 * table.
 */
final class AlterStatement implements SessionStatement {

    private final AlterDataset alter;
    private final SessionText.Namespace namespace;

    AlterStatement(AlterDataset alter, SessionText.Namespace namespace) {
        this.alter = requireNonNull(alter, "alter");
        this.namespace = requireNonNull(namespace, "namespace");
    }

    @Override
    public String name() {
        return "AlterDataset";
    }

    @Override
    public StructType schema() {
        return ChangeRow.SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        SessionHome home = SessionHome.open(session);
        DatasetLookup lookup = new DatasetLookup(home, namespace);
        DatasetName dataset = lookup.get(alter.name().parts());
        Definition before = lookup.definition(dataset);
        Definition.Entry entry = DatasetLookup.entry(before, dataset);
        DatasetKind kind = entry.kind().orElseThrow();
        checkWord(kind);
        Definition.Entry changed =
                new Definition.Entry(
                        entry.dataset(),
                        entry.kind(),
                        entry.flow(),
                        entry.prelude(),
                        AstPrinter.print(changed(parsed(entry))));
        Definition after = before.with(List.of(changed));
        Unit unit = Unit.of(after, namespace);
        home.change(
                before,
                () -> {
                    change(session, unit, after, dataset);
                    home.save(after);
                });
        return ChangeRow.of(dataset.last(), kind.name(), "ALTERED");
    }

    private void checkWord(DatasetKind kind) {
        boolean right =
                alter.word() == DatasetWord.MATERIALIZED_VIEW
                        ? kind == DatasetKind.MATERIALIZED_VIEW
                        : kind == DatasetKind.STREAMING_TABLE;
        if (!right) {
            throw notPossible(
                    "`%s` is a %s"
                            .formatted(
                                    alter.name(),
                                    kind.name()
                                            .toLowerCase(java.util.Locale.ROOT)
                                            .replace('_', ' ')),
                    "define it again with the change in its text");
        }
    }

    private static Statement parsed(Definition.Entry entry) {
        SourceFile file = SourceFile.of(entry.title(), entry.text());
        return PipelineParser.parse(file, new Diagnostics()).get(0);
    }

    private Statement changed(Statement statement) {
        AlterAction action = alter.action();
        if (action instanceof AlterProperties properties) {
            return StatementChanges.withProperties(statement, properties);
        }
        if (action instanceof AlterSchedule schedule) {
            return StatementChanges.withSchedule(statement, schedule);
        }
        if (action instanceof AlterColumn column && column.property().equals("COMMENT")) {
            return StatementChanges.withComment(statement, column);
        }
        throw notPossible(
                "%s needs a catalog that governs access, which Spark's own does not"
                        .formatted(action.span().text().strip()),
                "grant or mask in the catalog that serves the readers");
    }

    /** The table as the changed definition would make it. */
    private void change(
            SparkSession session, Unit unit, Definition definition, DatasetName dataset) {
        Optional<String> table = table(session, unit, dataset);
        if (table.isEmpty()) {
            return;
        }
        String text = "'%s' = %s".formatted(Unit.PROPERTY, Quoted.string(definition.text(dataset)));
        AlterAction action = alter.action();
        if (action instanceof AlterProperties properties && properties.verb() != AlterVerb.UNSET) {
            text +=
                    properties.properties().stream()
                            .map(
                                    p ->
                                            ", "
                                                    + Quoted.string(p.key())
                                                    + " = "
                                                    + Quoted.string(p.value()))
                            .collect(Collectors.joining());
        }
        session.sql("ALTER TABLE %s SET TBLPROPERTIES (%s)".formatted(table.get(), text));
        if (action instanceof AlterProperties properties && properties.verb() == AlterVerb.UNSET) {
            session.sql(
                    "ALTER TABLE %s UNSET TBLPROPERTIES IF EXISTS (%s)"
                            .formatted(
                                    table.get(),
                                    properties.properties().stream()
                                            .map(Property::key)
                                            .map(Quoted::string)
                                            .collect(Collectors.joining(", "))));
        }
        if (action instanceof AlterColumn column) {
            session.sql(
                    "ALTER TABLE %s ALTER COLUMN %s COMMENT %s"
                            .formatted(
                                    table.get(),
                                    Quoted.name(column.column().value()),
                                    column.value().text()));
        }
    }

    /** How Spark calls the stored table; empty when there is none yet. */
    private static Optional<String> table(SparkSession session, Unit unit, DatasetName dataset) {
        if (unit.graph().flatMap(graph -> graph.dataset(dataset)).isEmpty()) {
            return Optional.empty();
        }
        if (CatalogTables.deltaLocation(session, dataset.parts()).isPresent()) {
            return Optional.of(dataset.quoted());
        }
        String stored =
                CdcViews.storedTable(CatalogTables.defaultLocation(session, dataset.parts()));
        return CatalogTables.exists(session, dataset.parts())
                ? Optional.of("delta." + Quoted.name(stored))
                : Optional.empty();
    }

    static StatementException notPossible(String message, String hint) {
        return Problems.invalid(RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE, message, hint);
    }
}
