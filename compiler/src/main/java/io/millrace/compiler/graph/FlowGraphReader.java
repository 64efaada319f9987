/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** Builds a graph from its JSON; the counterpart of {@link FlowGraphWriter}. */
final class FlowGraphReader {

    private FlowGraphReader() {}

    static FlowGraph graph(JsonNode json) {
        JsonFields node = JsonFields.of(json, "the flow graph");
        int version = node.integer("version");
        if (version > FlowGraph.CURRENT_VERSION) {
            throw new IllegalArgumentException(
                    "the flow graph has version "
                            + version
                            + ", but this version of Millrace reads up to "
                            + FlowGraph.CURRENT_VERSION
                            + "; use the version that wrote it, or a newer one");
        }
        if (version < 1) {
            throw new IllegalArgumentException("the flow graph has no version " + version);
        }
        return new FlowGraph(
                FlowGraph.CURRENT_VERSION,
                node.text("pipeline"),
                node.text("catalog"),
                node.text("schema"),
                node.objects("datasets", FlowGraphReader::dataset),
                node.objects("flows", FlowGraphReader::flow));
    }

    private static Dataset dataset(JsonFields node) {
        return new Dataset(
                node.name("name"),
                node.constant("kind", DatasetKind.class),
                node.flag("private", false),
                node.objects("columns", FlowGraphReader::column),
                node.objects("expectations", FlowGraphReader::expectation),
                node.texts("partition_columns"),
                node.constant("cluster_by", ClusterBy.NONE),
                node.texts("cluster_columns"),
                node.optionalText("comment"),
                node.map("properties"),
                node.constant("refresh_policy", RefreshPolicySpec.AUTO),
                node.object("sink", FlowGraphReader::sink),
                node.object("metrics", FlowGraphReader::metrics),
                node.map("spark_conf"),
                node.place());
    }

    private static DatasetColumn column(JsonFields node) {
        return new DatasetColumn(
                node.text("name"),
                node.optionalText("type"),
                node.flag("nullable", true),
                node.optionalText("default"),
                node.optionalText("generated_as"),
                node.object("identity", FlowGraphReader::identity),
                node.optionalText("comment"));
    }

    private static IdentitySpec identity(JsonFields node) {
        return new IdentitySpec(
                node.flag("always", false), node.number("start", 1), node.number("increment", 1));
    }

    private static DatasetExpectation expectation(JsonFields node) {
        return new DatasetExpectation(
                node.text("name"),
                node.constant("kind", ExpectationKind.ROW),
                node.sql("condition"),
                node.texts("columns"),
                node.optionalName("other_table"),
                node.constant("violation", Violation.class),
                node.optionalName("quarantine"),
                node.place());
    }

    private static SinkSpec sink(JsonFields node) {
        return new SinkSpec(node.text("format"), node.map("options"));
    }

    private static MetricsSpec metrics(JsonFields node) {
        return new MetricsSpec(
                node.optionalSql("filter"),
                node.objects("fields", FlowGraphReader::metricColumn),
                node.objects("measures", FlowGraphReader::metricColumn));
    }

    private static MetricsSpec.Column metricColumn(JsonFields node) {
        return new MetricsSpec.Column(
                node.text("name"), node.sql("expression"), node.optionalText("comment"));
    }

    private static Flow flow(JsonFields node) {
        return new Flow(
                node.text("name"),
                node.name("target"),
                node.constant("kind", FlowKind.class),
                node.flag("once", false),
                node.required("query", FlowGraphReader::query),
                node.object("auto_cdc", FlowGraphReader::autoCdc),
                node.object("replace", FlowGraphReader::replace),
                node.optionalText("comment"),
                node.map("spark_conf"),
                node.optionalText("import_checkpoint"),
                node.place());
    }

    private static Query query(JsonFields node) {
        return new Query(
                node.sql("sql"),
                node.text("catalog"),
                node.text("schema"),
                node.flag("streaming", false),
                node.objects("inputs", FlowGraphReader::input));
    }

    private static Input input(JsonFields node) {
        return new Input(
                node.constant("kind", InputKind.class),
                node.name("name"),
                node.flag("streaming", false),
                node.map("options"),
                node.optionalText("path"),
                node.optionalText("rule"),
                node.place());
    }

    private static AutoCdc autoCdc(JsonFields node) {
        return new AutoCdc(
                node.texts("keys"),
                node.optionalSql("sequence_by"),
                node.optionalSql("system_sequence_by"),
                node.optionalSql("delete_when"),
                node.optionalSql("truncate_when"),
                node.object("ignore_null_updates", FlowGraphReader::columns),
                node.object("columns", FlowGraphReader::columns)
                        .orElse(new Columns(SelectionKind.ALL, List.of())),
                node.constant("scd_type", ScdType.TYPE_1),
                node.object("track_history", FlowGraphReader::columns),
                node.optionalText("columns_to_update"),
                node.optionalSql("snapshot_version"),
                Map.of());
    }

    private static Columns columns(JsonFields node) {
        return new Columns(node.constant("kind", SelectionKind.class), node.texts("names"));
    }

    private static Replace replace(JsonFields node) {
        return new Replace(
                node.optionalSql("where"), node.texts("keys"), node.optionalText("sequence"));
    }
}
