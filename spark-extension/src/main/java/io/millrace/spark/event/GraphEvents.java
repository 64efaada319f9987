/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.SecretMask;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.types.StructType;

/** Events that tell what a pipeline consists of. */
public final class GraphEvents {

    private final EventLog log;
    private final FlowGraph graph;
    private final Function<Flow, String> flowIds;

    /**
     * @param flowIds stay the same from update to update, until a flow starts from the beginning
     */
    public GraphEvents(EventLog log, FlowGraph graph, Function<Flow, String> flowIds) {
        this.log = log;
        this.graph = graph;
        this.flowIds = flowIds;
    }

    /** What an event is about that is about a dataset. */
    public EventOrigin origin(DatasetName name) {
        DatasetKind kind =
                graph.dataset(name).map(Dataset::kind).orElse(DatasetKind.STREAMING_TABLE);
        return switch (kind) {
            case SINK -> EventOrigin.sink(name.toString());
            case VIEW, TEMPORARY_VIEW -> EventOrigin.view(name.toString());
            case STREAMING_TABLE, MATERIALIZED_VIEW, TABLE -> EventOrigin.table(name.toString());
        };
    }

    /** The events of a flow. */
    public FlowEvents of(Flow flow) {
        return new FlowEvents(log, origin(flow), flow.name(), flow.target().toString());
    }

    private EventOrigin origin(Flow flow) {
        return origin(flow.target()).flow(flowIds.apply(flow), flow.name());
    }

    public void define(Dataset dataset) {
        dataset.sink().ifPresent(sink -> define(dataset, sink));
        if (dataset.sink().isPresent()) {
            return;
        }
        ObjectNode details = EventLog.object();
        details.put("dataset_type", dataset.kind().name());
        details.put("num_flows", graph.flowsInto(dataset.name()).size());
        ArrayNode rules = details.putArray("expectations");
        dataset.expectations().forEach(rule -> rules.addObject().put("name", rule.name()));
        write(
                "dataset_definition",
                origin(dataset.name()),
                "Dataset `%s` defined as %s.".formatted(dataset.name(), dataset.kind()),
                details);
    }

    private void define(Dataset dataset, SinkSpec sink) {
        ObjectNode details = EventLog.object();
        details.put("format", sink.format());
        ObjectNode options = details.putObject("options");
        SecretMask.values(sink.options()).forEach(options::put);
        details.put("guarantee", SinkFormat.guarantee(sink).name());
        write(
                "sink_definition",
                origin(dataset.name()),
                "Sink `%s` defined with format %s.".formatted(dataset.name(), sink.format()),
                details);
    }

    /**
     * What a flow is.
     *
     * @param kind what it turned out to be
     * @param schema of the flow's rows, where it is known
     * @param explained the analyzed query
     */
    public void define(
            Flow flow, FlowKind kind, Optional<StructType> schema, Optional<String> explained) {
        ObjectNode details = EventLog.object();
        ArrayNode inputs = details.putArray("input_datasets");
        flow.query().inputs().stream()
                .map(input -> input.name().toString())
                .distinct()
                .forEach(inputs::add);
        boolean sink = graph.dataset(flow.target()).flatMap(Dataset::sink).isPresent();
        details.put(sink ? "output_sink" : "output_dataset", flow.target().toString());
        schema.ifPresent(
                columns -> {
                    details.put("schema", columns.toDDL());
                    details.put("schema_json", columns.json());
                });
        explained.ifPresent(text -> details.put("explain_text", text));
        details.put("flow_type", type(kind));
        flow.comment().ifPresent(comment -> details.put("comment", comment));
        ObjectNode conf = details.putObject("spark_conf");
        SecretMask.values(flow.sparkConf()).forEach(conf::put);
        details.put("language", "SQL");
        details.put("once", flow.once());
        write(
                "flow_definition",
                origin(flow),
                "Flow `%s` defined as %s.".formatted(flow.name(), type(kind)),
                details);
    }

    private static String type(FlowKind kind) {
        return switch (kind) {
            case APPEND, ONCE, SINK, REPLACE_USING -> "APPEND";
            case AUTO_CDC -> "CHANGE";
            case AUTO_CDC_SNAPSHOT -> "SNAPSHOT_CHANGE";
            case MATERIALIZED_VIEW -> "MATERIALIZED_VIEW";
            case COMPLETE, REPLACE_WHERE -> "COMPLETE";
            case VIEW -> "VIEW";
        };
    }

    private void write(String type, EventOrigin origin, String message, ObjectNode details) {
        log.write(type, EventLevel.INFO, origin, message, details, Optional.empty());
    }
}
