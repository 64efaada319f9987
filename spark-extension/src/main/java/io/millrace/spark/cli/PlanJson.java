/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.plan.DatasetPlan;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.SourcePlan;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.problem.RunProblems;
import java.util.List;
import java.util.OptionalLong;

/** A plan as one JSON object; every field is always there, and {@code null} where unknown. */
final class PlanJson {

    private PlanJson() {}

    static ObjectNode of(UpdatePlan plan, RunProblems problems) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("pipeline", plan.pipeline());
        node.put("has_changes", plan.hasChanges());
        ArrayNode datasets = node.putArray("datasets");
        plan.datasets().forEach(dataset -> dataset(datasets.addObject(), dataset));
        strings(node.putArray("warnings"), plan.warnings());
        Rejections.add(node.putArray("refusals"), plan.refusals(), problems);
        Rejections.add(node.putArray("failures"), plan.failures(), problems);
        Rejections.add(node.putArray("errors"), plan.errors(), problems);
        return node;
    }

    private static void dataset(ObjectNode node, DatasetPlan dataset) {
        node.put("name", dataset.name());
        node.put("type", dataset.kind());
        node.put("change", dataset.change().name());
        node.put("renamed_from", dataset.renamedFrom().orElse(null));
        strings(node.putArray("changes"), dataset.changes());
        node.put("refreshed", dataset.refreshed());
        node.put("full_refresh", dataset.fullRefresh());
        node.put("generation", dataset.generation() == 0 ? null : dataset.generation());
        node.put("guarantee", dataset.guarantee().map(Enum::name).orElse(null));
        ArrayNode flows = node.putArray("flows");
        dataset.flows().forEach(flow -> flow(flows.addObject(), flow));
    }

    private static void flow(ObjectNode node, FlowPlan flow) {
        node.put("name", flow.name());
        node.put("kind", flow.kind());
        node.put("once", flow.once());
        node.put("change", flow.change().name());
        node.put("renamed_from", flow.renamedFrom().orElse(null));
        node.put("action", flow.action().name());
        node.put("technique", flow.technique().orElse(null));
        ArrayNode reads = node.putArray("reads");
        flow.reads().forEach(source -> source(reads.addObject(), source));
        strings(node.putArray("after"), flow.after());
        strings(node.putArray("notes"), flow.notes());
    }

    private static void source(ObjectNode node, SourcePlan source) {
        node.put("name", source.name());
        node.put("kind", source.kind());
        node.put("streaming", source.streaming());
        number(node, "versions", source.versions());
        number(node, "files", source.files());
        number(node, "bytes", source.bytes());
        number(node, "rows", source.rows());
    }

    private static void number(ObjectNode node, String field, OptionalLong value) {
        node.put(field, value.isPresent() ? (Long) value.getAsLong() : null);
    }

    private static void strings(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }
}
