/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.StateFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code SHOW FLOWS [IN dataset]} and {@code DESCRIBE FLOW}. */
final class ShowFlows {

    private static final StructType SCHEMA =
            StructType.fromDDL(
                    "dataset STRING, flow STRING, kind STRING, once BOOLEAN, sources STRING, comment STRING");

    private static final StructType DESCRIPTION = StructType.fromDDL("name STRING, value STRING");

    private ShowFlows() {}

    static SessionStatement list(Optional<List<String>> dataset, SessionText.Namespace namespace) {
        return new RowsStatement("ShowFlows", SCHEMA, session -> rows(session, dataset, namespace));
    }

    private static List<Row> rows(
            SparkSession session, Optional<List<String>> name, SessionText.Namespace namespace) {
        SessionHome home = SessionHome.open(session);
        DatasetLookup lookup = new DatasetLookup(home, namespace);
        Optional<DatasetName> dataset = name.map(lookup::get);
        List<Definition> definitions =
                dataset.isPresent()
                        ? List.of(lookup.definition(dataset.get()))
                        : home.definitions();
        List<Row> rows = new ArrayList<>();
        for (Definition definition : definitions) {
            Optional<FlowGraph> graph = Unit.of(definition, namespace).graph();
            for (Flow flow : graph.map(FlowGraph::flows).orElse(List.of())) {
                boolean shown =
                        flow.kind() != FlowKind.VIEW
                                && dataset.map(DatasetName::key)
                                        .map(flow.target().key()::equals)
                                        .orElse(true);
                if (shown) {
                    rows.add(
                            RowFactory.create(
                                    graph.get().displayName(flow.target()),
                                    flow.name(),
                                    flow.kind().name(),
                                    flow.once(),
                                    sources(flow),
                                    flow.comment().orElse(null)));
                }
            }
        }
        return rows;
    }

    static SessionStatement describe(List<String> flow, SessionText.Namespace namespace) {
        return new RowsStatement(
                "DescribeFlow", DESCRIPTION, session -> description(session, flow, namespace));
    }

    private static List<Row> description(
            SparkSession session, List<String> name, SessionText.Namespace namespace) {
        SessionHome home = SessionHome.open(session);
        List<Flow> flows = new FlowNames(home, namespace).flows(name);
        if (flows.isEmpty()) {
            throw DatasetLookup.unknown("flow", String.join(".", name));
        }
        List<Row> rows = new ArrayList<>();
        for (Flow flow : flows) {
            describe(home, flow, rows);
        }
        return rows;
    }

    private static void describe(SessionHome home, Flow flow, List<Row> rows) {
        Definition definition = home.definitionOf(flow.target()).orElseThrow();
        PipelineStorage storage = new PipelineStorage(home.location(definition.unit()).storage());
        StateFile state = new StateFile(home.files(), storage, definition.pipeline());
        add(rows, "flow", flow.name());
        add(rows, "dataset", flow.target().toString());
        add(rows, "kind", flow.kind().name());
        add(rows, "once", Boolean.toString(flow.once()));
        add(rows, "sources", sources(flow));
        add(rows, "query", flow.query().sql().text().strip());
        flow.autoCdc()
                .ifPresent(
                        cdc -> {
                            add(rows, "keys", String.join(", ", cdc.keys()));
                            add(rows, "stored as", cdc.scdType().toString());
                        });
        flow.comment().ifPresent(comment -> add(rows, "comment", comment));
        add(rows, "pipeline", definition.pipeline());
        add(rows, "checkpoint", storage.checkpoint(flow, state.read().table(flow.target())));
        add(rows, "events", storage.root() + "/events");
    }

    private static void add(List<Row> rows, String name, String value) {
        rows.add(RowFactory.create(name, value));
    }

    private static String sources(Flow flow) {
        return flow.query().inputs().stream()
                .map(
                        input ->
                                (input.streaming() ? "STREAM " : "")
                                        + input.name()
                                        + input.path().map(path -> " " + path).orElse(""))
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
