/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.event.EventHistory.Event;
import io.millrace.spark.event.EventHistory.Update;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code SHOW STREAMING TABLES} and {@code SHOW MATERIALIZED VIEWS}, {@code [IN schema]}. */
final class ShowDatasets {

    private static final StructType SCHEMA =
            StructType.fromDDL(
                    """
                    namespace STRING, name STRING, flows INT, pipeline STRING, last_update STRING,
                    status STRING, updated TIMESTAMP
                    """);

    private ShowDatasets() {}

    /**
     * @param schema the schema to look in, with its catalog or without; empty for the current one
     */
    static SessionStatement of(
            DatasetKind kind, Optional<List<String>> schema, SessionText.Namespace current) {
        List<String> wanted = wanted(schema, current);
        return new RowsStatement(
                "ShowDatasets", SCHEMA, session -> rows(session, kind, wanted, current));
    }

    private static List<String> wanted(
            Optional<List<String>> schema, SessionText.Namespace current) {
        List<String> parts = schema.orElse(List.of(current.schema()));
        return parts.size() == 1 ? List.of(current.catalog(), parts.get(0)) : parts;
    }

    private static List<Row> rows(
            SparkSession session,
            DatasetKind kind,
            List<String> schema,
            SessionText.Namespace current) {
        SessionHome home = SessionHome.open(session);
        List<Row> rows = new ArrayList<>();
        for (Definition definition : home.definitions()) {
            for (Definition.Entry dataset : definition.datasets()) {
                List<String> name = dataset.dataset().parts();
                boolean shown =
                        dataset.kind().equals(Optional.of(kind))
                                && name.size() == 3
                                && name.get(0).equalsIgnoreCase(schema.get(0))
                                && name.get(1).equalsIgnoreCase(schema.get(1));
                if (shown) {
                    rows.add(row(home, definition, dataset, current));
                }
            }
        }
        return rows;
    }

    private static Row row(
            SessionHome home,
            Definition definition,
            Definition.Entry dataset,
            SessionText.Namespace current) {
        int flows =
                Unit.of(definition, current)
                        .graph()
                        .map(graph -> graph.flowsInto(dataset.dataset()).size())
                        .orElse(0);
        List<Update> updates =
                new EventHistory(home.files(), home.location(definition.unit()).storage())
                        .updates();
        Optional<Event> last =
                updates.isEmpty() ? Optional.empty() : end(updates.get(updates.size() - 1));
        return RowFactory.create(
                dataset.dataset().parts().get(1),
                dataset.dataset().last(),
                flows,
                definition.pipeline(),
                last.map(Event::updateId).orElse(null),
                last.map(event -> event.details().path("state").asText()).orElse(null),
                last.map(Event::json).map(ShowDatasets::time).orElse(null));
    }

    private static Optional<Event> end(Update update) {
        return update.events().stream()
                .filter(event -> event.type().equals("update_progress"))
                .reduce((first, second) -> second);
    }

    private static Timestamp time(JsonNode event) {
        return Timestamp.from(Instant.parse(event.path("timestamp").asText()));
    }
}
