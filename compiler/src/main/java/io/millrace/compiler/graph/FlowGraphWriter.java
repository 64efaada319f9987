/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.SecretMask;
import io.millrace.compiler.source.PositionMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Builds the JSON of a graph; the counterpart of {@link FlowGraphReader}. */
final class FlowGraphWriter {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private FlowGraphWriter() {}

    static ObjectNode graph(FlowGraph graph) {
        ObjectNode node = NODES.objectNode();
        node.put("version", graph.version());
        node.put("pipeline", graph.pipeline());
        node.put("catalog", graph.catalog());
        node.put("schema", graph.schema());
        node.set("datasets", array(graph.datasets(), FlowGraphWriter::dataset));
        node.set("flows", array(graph.flows(), FlowGraphWriter::flow));
        return node;
    }

    private static ObjectNode dataset(Dataset dataset) {
        ObjectNode node = NODES.objectNode();
        node.put("name", dataset.name().toString());
        node.put("kind", dataset.kind().name());
        putTrue(node, "private", dataset.isPrivate());
        putObjects(node, "columns", dataset.columns(), FlowGraphWriter::column);
        putObjects(node, "expectations", dataset.expectations(), FlowGraphWriter::expectation);
        putStrings(node, "partition_columns", dataset.partitionColumns());
        if (dataset.clusterBy() != ClusterBy.NONE) {
            node.put("cluster_by", dataset.clusterBy().name());
        }
        putStrings(node, "cluster_columns", dataset.clusterColumns());
        put(node, "comment", dataset.comment());
        putMap(node, "properties", dataset.properties());
        if (dataset.refreshPolicy() != RefreshPolicySpec.AUTO) {
            node.put("refresh_policy", dataset.refreshPolicy().name());
        }
        dataset.sink().ifPresent(sink -> node.set("sink", sink(sink)));
        dataset.metrics().ifPresent(metrics -> node.set("metrics", metrics(metrics)));
        putMap(node, "spark_conf", dataset.sparkConf());
        node.put("place", place(dataset.place()));
        return node;
    }

    private static ObjectNode column(DatasetColumn column) {
        ObjectNode node = NODES.objectNode();
        node.put("name", column.name());
        put(node, "type", column.type());
        if (!column.nullable()) {
            node.put("nullable", false);
        }
        put(node, "default", column.defaultValue());
        put(node, "generated_as", column.generatedAs());
        column.identity()
                .ifPresent(
                        identity ->
                                node.putObject("identity")
                                        .put("always", identity.always())
                                        .put("start", identity.start())
                                        .put("increment", identity.increment()));
        put(node, "comment", column.comment());
        return node;
    }

    private static ObjectNode expectation(DatasetExpectation expectation) {
        ObjectNode node = NODES.objectNode();
        node.put("name", expectation.name());
        node.put("kind", expectation.kind().name());
        node.set("condition", sql(expectation.condition()));
        putStrings(node, "columns", expectation.columns());
        put(node, "other_table", expectation.otherTable().map(DatasetName::toString));
        node.put("violation", expectation.violation().name());
        put(node, "quarantine", expectation.quarantine().map(DatasetName::toString));
        node.put("place", place(expectation.place()));
        return node;
    }

    private static ObjectNode sink(SinkSpec sink) {
        ObjectNode node = NODES.objectNode();
        node.put("format", sink.format());
        putMap(node, "options", sink.options());
        return node;
    }

    private static ObjectNode metrics(MetricsSpec metrics) {
        ObjectNode node = NODES.objectNode();
        putSql(node, "filter", metrics.filter());
        putObjects(node, "fields", metrics.fields(), FlowGraphWriter::metricColumn);
        putObjects(node, "measures", metrics.measures(), FlowGraphWriter::metricColumn);
        return node;
    }

    private static ObjectNode metricColumn(MetricsSpec.Column column) {
        ObjectNode node = NODES.objectNode();
        node.put("name", column.name());
        node.set("expression", sql(column.expression()));
        put(node, "comment", column.comment());
        return node;
    }

    private static ObjectNode flow(Flow flow) {
        ObjectNode node = NODES.objectNode();
        node.put("name", flow.name());
        node.put("target", flow.target().toString());
        node.put("kind", flow.kind().name());
        putTrue(node, "once", flow.once());
        node.set("query", query(flow.query()));
        flow.autoCdc().ifPresent(cdc -> node.set("auto_cdc", autoCdc(cdc)));
        flow.replace().ifPresent(replace -> node.set("replace", replace(replace)));
        put(node, "comment", flow.comment());
        putMap(node, "spark_conf", flow.sparkConf());
        put(node, "import_checkpoint", flow.importCheckpoint());
        node.put("place", place(flow.place()));
        return node;
    }

    private static ObjectNode query(Query query) {
        ObjectNode node = NODES.objectNode();
        node.set("sql", sql(query.sql()));
        node.put("catalog", query.catalog());
        node.put("schema", query.schema());
        node.put("streaming", query.streaming());
        node.set("inputs", array(query.inputs(), FlowGraphWriter::input));
        return node;
    }

    private static ObjectNode input(Input input) {
        ObjectNode node = NODES.objectNode();
        node.put("kind", input.kind().name());
        node.put("name", input.name().toString());
        node.put("streaming", input.streaming());
        putMap(node, "options", input.options());
        input.path().ifPresent(path -> node.put("path", SecretMask.value("path", path)));
        input.rule().ifPresent(rule -> node.put("rule", rule));
        node.put("place", place(input.place()));
        return node;
    }

    private static ObjectNode autoCdc(AutoCdc cdc) {
        ObjectNode node = NODES.objectNode();
        node.set("keys", strings(cdc.keys()));
        putSql(node, "sequence_by", cdc.sequenceBy());
        putSql(node, "system_sequence_by", cdc.systemSequenceBy());
        putSql(node, "delete_when", cdc.deleteWhen());
        putSql(node, "truncate_when", cdc.truncateWhen());
        cdc.ignoreNullUpdates().ifPresent(c -> node.set("ignore_null_updates", columns(c)));
        node.set("columns", columns(cdc.columns()));
        node.put("scd_type", cdc.scdType().name());
        cdc.trackHistory().ifPresent(c -> node.set("track_history", columns(c)));
        put(node, "columns_to_update", cdc.columnsToUpdate());
        putSql(node, "snapshot_version", cdc.snapshotVersion());
        return node;
    }

    private static ObjectNode columns(Columns columns) {
        ObjectNode node = NODES.objectNode();
        node.put("kind", columns.kind().name());
        putStrings(node, "names", columns.names());
        return node;
    }

    private static ObjectNode replace(Replace replace) {
        ObjectNode node = NODES.objectNode();
        putSql(node, "where", replace.where());
        putStrings(node, "keys", replace.keys());
        put(node, "sequence", replace.sequence());
        return node;
    }

    private static ObjectNode sql(SqlText sql) {
        ObjectNode node = NODES.objectNode();
        node.put("text", sql.text());
        node.put("file", sql.file());
        node.put("positions", positions(sql.positions()));
        return node;
    }

    /**
     * Segments as {@code changed:original}, separated by spaces, with a {@code !} behind a replaced
     * one: one short line instead of five lines a segment.
     */
    private static String positions(PositionMap positions) {
        return positions.segments().stream()
                .map(
                        segment ->
                                segment.changed()
                                        + ":"
                                        + segment.original()
                                        + (segment.verbatim() ? "" : "!"))
                .collect(Collectors.joining(" "));
    }

    /** {@code file:line:column-line:column}. */
    private static String place(Place place) {
        return place + "-" + place.endLine() + ":" + place.endColumn();
    }

    private static void put(ObjectNode node, String field, Optional<String> value) {
        value.ifPresent(text -> node.put(field, text));
    }

    private static void putSql(ObjectNode node, String field, Optional<SqlText> value) {
        value.ifPresent(text -> node.set(field, sql(text)));
    }

    private static void putTrue(ObjectNode node, String field, boolean value) {
        if (value) {
            node.put(field, true);
        }
    }

    private static void putStrings(ObjectNode node, String field, List<String> values) {
        if (!values.isEmpty()) {
            node.set(field, strings(values));
        }
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(array::add);
        return array;
    }

    private static void putMap(ObjectNode node, String field, Map<String, String> values) {
        if (!values.isEmpty()) {
            ObjectNode map = node.putObject(field);
            values.forEach(map::put);
        }
    }

    private static <T> void putObjects(
            ObjectNode node, String field, List<T> values, Function<T, ObjectNode> writer) {
        if (!values.isEmpty()) {
            node.set(field, array(values, writer));
        }
    }

    private static <T> ArrayNode array(List<T> values, Function<T, ObjectNode> writer) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(writer.apply(value)));
        return array;
    }
}
