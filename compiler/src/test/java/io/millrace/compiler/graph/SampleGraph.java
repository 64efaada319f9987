/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.source.PositionMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Graphs that the tests of the writers share. */
final class SampleGraph {

    static final Place PLACE = new Place("transformations/orders.sql", 1, 1, 3, 20);

    private SampleGraph() {}

    static DatasetName name(String last) {
        return DatasetName.of("spark_catalog", "sales", last);
    }

    static SqlText sql(String text) {
        return new SqlText(text, PLACE.file(), PositionMap.shift(40));
    }

    static Dataset dataset(DatasetName name, DatasetKind kind) {
        return new Dataset(
                name,
                kind,
                false,
                List.of(),
                List.of(),
                List.of(),
                ClusterBy.NONE,
                List.of(),
                Optional.empty(),
                Map.of(),
                RefreshPolicySpec.AUTO,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                PLACE);
    }

    static Query query(String text, Input... inputs) {
        boolean streaming = List.of(inputs).stream().anyMatch(Input::streaming);
        return new Query(sql(text), "spark_catalog", "sales", streaming, List.of(inputs));
    }

    static Input input(InputKind kind, boolean streaming, DatasetName name) {
        return new Input(kind, name, streaming, Map.of(), PLACE);
    }

    static Flow flow(String name, DatasetName target, FlowKind kind, Query query) {
        return new Flow(
                name,
                target,
                kind,
                kind == FlowKind.ONCE,
                query,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                PLACE);
    }

    static FlowGraph graph(List<Dataset> datasets, List<Flow> flows) {
        return new FlowGraph(
                FlowGraph.CURRENT_VERSION, "retail", "spark_catalog", "sales", datasets, flows);
    }

    /** Files, a streaming table with a backfill, a view, a materialized view. */
    static FlowGraph small() {
        DatasetName orders = name("orders");
        DatasetName clean = DatasetName.of("clean");
        DatasetName totals = name("totals");
        return graph(
                List.of(
                        dataset(orders, DatasetKind.STREAMING_TABLE),
                        dataset(clean, DatasetKind.TEMPORARY_VIEW),
                        dataset(totals, DatasetKind.MATERIALIZED_VIEW)),
                List.of(
                        flow(
                                "orders",
                                orders,
                                FlowKind.APPEND,
                                query(
                                        "SELECT * FROM STREAM read_files('data')",
                                        new Input(
                                                InputKind.FUNCTION,
                                                DatasetName.of("read_files"),
                                                true,
                                                Map.of(),
                                                Optional.of(
                                                        "s3a://bucket/a/very/long/way/to/the/orders/of/the/shop"),
                                                PLACE))),
                        flow(
                                "backfill",
                                orders,
                                FlowKind.ONCE,
                                query(
                                        "SELECT * FROM lake.old.orders",
                                        input(
                                                InputKind.EXTERNAL,
                                                false,
                                                DatasetName.of("lake", "old", "orders")))),
                        flow(
                                "clean",
                                clean,
                                FlowKind.VIEW,
                                query(
                                        "SELECT * FROM STREAM orders WHERE id > 0",
                                        input(InputKind.DATASET, true, orders))),
                        flow(
                                "totals",
                                totals,
                                FlowKind.MATERIALIZED_VIEW,
                                query(
                                        "SELECT sum(amount) FROM orders",
                                        input(InputKind.DATASET, false, orders)))));
    }

    /** Every field of every record has a value of its own. */
    static FlowGraph full() {
        DatasetName odd = DatasetName.of("spark_catalog", "sales", "a.b`c");
        Dataset dataset =
                new Dataset(
                        odd,
                        DatasetKind.TABLE,
                        true,
                        List.of(
                                new DatasetColumn(
                                        "id",
                                        Optional.of("BIGINT"),
                                        false,
                                        Optional.of("0"),
                                        Optional.of("x + 1"),
                                        Optional.of(new IdentitySpec(true, 10, 5)),
                                        Optional.of("the \"key\""))),
                        List.of(
                                new DatasetExpectation(
                                        "positive",
                                        ExpectationKind.EXISTS,
                                        sql("id > 0"),
                                        List.of("id"),
                                        Optional.of(name("other")),
                                        Violation.QUARANTINE,
                                        Optional.of(name("bad")),
                                        PLACE)),
                        List.of("day"),
                        ClusterBy.COLUMNS,
                        List.of("id"),
                        Optional.of("a comment"),
                        Map.of("pipelines.reset.allowed", "false"),
                        RefreshPolicySpec.FULL,
                        Optional.of(new SinkSpec("kafka", Map.of("topic", "t"))),
                        Optional.of(
                                new MetricsSpec(
                                        Optional.of(sql("amount > 1")),
                                        List.of(
                                                new MetricsSpec.Column(
                                                        "region",
                                                        sql("upper(region)"),
                                                        Optional.of("where"))),
                                        List.of(
                                                new MetricsSpec.Column(
                                                        "total",
                                                        sql("sum(amount)"),
                                                        Optional.empty())))),
                        Map.of("spark.sql.shuffle.partitions", "1"),
                        PLACE);
        Flow flow =
                new Flow(
                        "apply",
                        odd,
                        FlowKind.AUTO_CDC,
                        true,
                        new Query(
                                new SqlText(
                                        "SELECT * FROM STREAM x",
                                        "b.sql",
                                        new PositionMap(
                                                List.of(
                                                        new PositionMap.Segment(0, 5, true),
                                                        new PositionMap.Segment(7, 12, false),
                                                        new PositionMap.Segment(9, 20, true)))),
                                "c",
                                "s",
                                true,
                                List.of(
                                        new Input(
                                                InputKind.EXTERNAL,
                                                name("x"),
                                                true,
                                                Map.of("skipChangeCommits", "true"),
                                                PLACE))),
                        Optional.of(
                                new AutoCdc(
                                        List.of("id"),
                                        Optional.of(sql("ts")),
                                        Optional.of(sql("sys")),
                                        Optional.of(sql("op = 'D'")),
                                        Optional.of(sql("op = 'T'")),
                                        Optional.of(new Columns(SelectionKind.ALL, List.of())),
                                        new Columns(SelectionKind.ALL_EXCEPT, List.of("op")),
                                        ScdType.TYPE_2,
                                        Optional.of(new Columns(SelectionKind.LIST, List.of("n"))),
                                        Optional.of("cols"),
                                        Optional.of(sql("v")),
                                        Map.of())),
                        Optional.of(
                                new Replace(
                                        Optional.of(sql("day = 1")),
                                        List.of("id"),
                                        Optional.of("ts"))),
                        Optional.of("flow comment"),
                        Map.of("k", "v"),
                        Optional.of("file:/old"),
                        PLACE);
        return graph(List.of(dataset), List.of(flow));
    }
}
