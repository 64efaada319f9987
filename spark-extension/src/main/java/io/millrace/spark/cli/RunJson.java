/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.DatasetResult;
import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.UpdateResult;

/** What {@code run --format json} prints. Every field is always there, {@code null} if unknown. */
final class RunJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private RunJson() {}

    static ObjectNode of(UpdateResult result) {
        ObjectNode node = NODES.objectNode();
        node.put("update_id", result.updateId());
        node.put("pipeline", result.pipeline());
        node.put("status", result.status().name());
        node.put("duration_ms", result.durationMs());
        ArrayNode datasets = node.putArray("datasets");
        result.datasets().forEach(dataset -> datasets.add(dataset(dataset)));
        ArrayNode flows = node.putArray("flows");
        result.flows().forEach(flow -> flows.add(flow(flow)));
        return node;
    }

    private static ObjectNode dataset(DatasetResult dataset) {
        return NODES.objectNode()
                .put("name", dataset.name())
                .put("type", dataset.type())
                .put("status", dataset.status());
    }

    private static ObjectNode flow(FlowResult flow) {
        ObjectNode node = NODES.objectNode();
        node.put("name", flow.name());
        node.put("target", flow.target());
        node.put("kind", flow.kind());
        node.put("status", flow.status().name());
        node.put("once", flow.once());
        node.put("output_rows", flow.outputRows().orElse(null));
        node.put("upserted_rows", flow.upsertedRows().orElse(null));
        node.put("deleted_rows", flow.deletedRows().orElse(null));
        node.put("dropped_rows", flow.droppedRows().orElse(null));
        node.put("quarantined_rows", flow.quarantinedRows().orElse(null));
        ArrayNode expectations = node.putArray("expectations");
        flow.expectations().forEach(count -> expectations.add(expectation(count)));
        node.put("technique", flow.technique().orElse(null));
        node.put("batches", flow.batches());
        node.put("duration_ms", flow.durationMs());
        node.set("error", flow.error().map(RunJson::error).orElse(null));
        return node;
    }

    private static ObjectNode expectation(ExpectationCount count) {
        ObjectNode node =
                NODES.objectNode()
                        .put("name", count.name())
                        .put("dataset", count.dataset())
                        .put("passed", count.passed())
                        .put("failed", count.failed());
        count.error().ifPresent(text -> node.put("error", text));
        count.read()
                .ifPresent(
                        read ->
                                node.put("table_files_read", read.files())
                                        .put("table_bytes_read", read.bytes()));
        return node;
    }

    private static ObjectNode error(FlowError error) {
        return NODES.objectNode().put("code", error.code()).put("message", error.message());
    }
}
