/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.catalyst.Sessions;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/** Puts the published views of a pipeline into the catalog, sources first. */
final class ViewPublisher {

    private final SparkSession session;
    private final FlowGraph graph;

    ViewPublisher(SparkSession session, FlowGraph graph) {
        this.session = session;
        this.graph = graph;
    }

    void publish() {
        for (Dataset view : DatasetOrder.of(graph)) {
            if (view.kind() == DatasetKind.VIEW) {
                publish(view, graph.flowsInto(view.name()).get(0));
            }
        }
    }

    /** In a session of its own, where the names in the view mean what they mean in its file. */
    private void publish(Dataset view, Flow definition) {
        SparkSession own = Sessions.cloneWith(session, Map.of());
        own.catalog().setCurrentCatalog(definition.query().catalog());
        own.sql("USE SCHEMA " + quoted(definition.query().schema()));
        own.sql(
                "CREATE OR REPLACE VIEW %s%s%s%s AS %s"
                        .formatted(
                                view.name().quoted(),
                                columns(view),
                                view.comment().map(text -> " COMMENT " + literal(text)).orElse(""),
                                properties(view),
                                definition.query().sql().text()));
    }

    private static String columns(Dataset view) {
        return view.columns().isEmpty()
                ? ""
                : view.columns().stream()
                        .map(ViewPublisher::column)
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String column(DatasetColumn column) {
        Optional<String> comment = column.comment().map(text -> " COMMENT " + literal(text));
        return quoted(column.name()) + comment.orElse("");
    }

    private static String properties(Dataset view) {
        return view.properties().isEmpty()
                ? ""
                : view.properties().entrySet().stream()
                        .map(entry -> literal(entry.getKey()) + " = " + literal(entry.getValue()))
                        .collect(Collectors.joining(", ", " TBLPROPERTIES (", ")"));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
