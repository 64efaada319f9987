/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.ast.RefreshDataset;
import io.millrace.compiler.ast.RefreshMode;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.statement.SessionStatement;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code REFRESH}: one update of a dataset that a session has defined, of this one or another. */
final class RefreshStatement implements SessionStatement {

    private final RefreshDataset refresh;
    private final SessionText.Namespace namespace;

    RefreshStatement(RefreshDataset refresh, SessionText.Namespace namespace) {
        this.refresh = requireNonNull(refresh, "refresh");
        this.namespace = requireNonNull(namespace, "namespace");
    }

    @Override
    public String name() {
        return "RefreshDataset";
    }

    private boolean waits() {
        return refresh.mode() != RefreshMode.ASYNC;
    }

    @Override
    public StructType schema() {
        return waits() ? UpdateRows.SCHEMA : UpdateRuns.SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        SessionHome home = SessionHome.open(session);
        DatasetLookup lookup = new DatasetLookup(home, namespace);
        DatasetName dataset = lookup.get(refresh.name().parts());
        Definition definition = lookup.definition(dataset);
        Unit unit = Unit.of(definition, namespace);
        if (unit.graph().flatMap(graph -> graph.dataset(dataset)).isEmpty()) {
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                    "`%s` has no flow yet, so there is nothing to refresh"
                            .formatted(dataset.last()),
                    "CREATE FLOW name AS INSERT INTO %s BY NAME SELECT ..."
                            .formatted(dataset.last()));
        }
        UpdateRun update =
                new UpdateRun(
                        Unit.described(unit.graph().get(), definition),
                        unit.sources(),
                        home.location(definition.unit()),
                        Requests.refresh(
                                String.join(".", dataset.parts()),
                                refresh.full(),
                                refresh.where().map(SqlFragment::text)),
                        () -> {});
        if (waits()) {
            return update.rows(session, unit.notes());
        }
        SparkSession own = Sessions.cloneWith(session, Map.of());
        return List.of(
                UpdateRuns.start(
                        own, definition.pipeline(), listener -> update.run(own, listener)));
    }
}
