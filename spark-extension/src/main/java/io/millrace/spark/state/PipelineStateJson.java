/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.KeptSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The state as readable, versioned JSON. What is at its default is left out, and has its default
 * when it is read.
 */
final class PipelineStateJson {

    /** The version that this build writes; older ones can be read. */
    static final int VERSION = 2;

    /** The hint of a damaged file, where it is not known which copy is the newest. */
    static final String PUT_BACK =
            "put back the copy that every update leaves as `state.json` in its folder under"
                    + " `updates`";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PipelineStateJson() {}

    static String write(PipelineState state) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", VERSION);
        node.put("pipeline", state.pipeline());
        state.update().ifPresent(update -> node.put("update", update));
        ArrayNode datasets = node.putArray("datasets");
        state.datasets().values().forEach(dataset -> write(datasets.addObject(), dataset));
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    private static void write(ObjectNode node, DatasetState dataset) {
        write(node.putArray("name"), dataset.name().parts());
        node.put("kind", dataset.kind());
        if (!dataset.active()) {
            node.put("active", false);
        }
        if (dataset.isPrivate()) {
            node.put("private", true);
        }
        node.put("generation", dataset.table().generation());
        dataset.table().keptAs().ifPresent(folder -> node.put("kept_as", folder));
        dataset.renamedFrom().ifPresent(name -> write(node.putArray("renamed_from"), name.parts()));
        ArrayNode flows = node.putArray("flows");
        dataset.flows().forEach((key, flow) -> write(flows.addObject(), key, flow, dataset));
    }

    private static void write(ObjectNode node, String key, FlowState flow, DatasetState dataset) {
        node.put("name", flow.name());
        node.put("kind", flow.kind());
        if (!flow.active()) {
            node.put("active", false);
        }
        TableState table = dataset.table();
        if (table.resets().containsKey(key)) {
            node.put("resets", table.resets().get(key));
        }
        if (table.flowsKeptAs().containsKey(key)) {
            node.put("kept_as", table.flowsKeptAs().get(key));
        }
        node.put("query", flow.query());
        if (!flow.sources().isEmpty()) {
            ArrayNode names = node.putArray("sources");
            flow.sources().forEach(source -> names.add(source.name()));
            if (flow.sources().stream().anyMatch(KeptSource::isMoreThanName)) {
                ArrayNode places = node.putArray("source_places");
                for (KeptSource source : flow.sources()) {
                    places.addObject()
                            .put("place", source.place())
                            .put("digest", source.digest())
                            .put("folder", source.folder());
                }
            }
        }
        if (!flow.operators().isEmpty()) {
            ArrayNode operators = node.putArray("operators");
            for (FlowState.KeptState operator : flow.operators()) {
                operators
                        .addObject()
                        .put("what", operator.what())
                        .put("layout", operator.layout())
                        .put("meaning", operator.meaning());
            }
        }
    }

    private static void write(ArrayNode array, List<String> values) {
        values.forEach(array::add);
    }

    /**
     * Reads what {@link #write} wrote, in this version.
     *
     * @param file for messages
     */
    static PipelineState read(String text, String file) {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw unreadable(file, "it is not valid JSON", e);
        }
        checkVersion(node, VERSION, file);
        if (!node.path("pipeline").isTextual() || !node.path("datasets").isArray()) {
            throw unreadable(file, "it lacks `pipeline` or `datasets`", null);
        }
        Map<String, DatasetState> datasets = new TreeMap<>();
        for (JsonNode item : node.path("datasets")) {
            DatasetState dataset = dataset(item, file);
            datasets.put(dataset.name().key(), dataset);
        }
        return new PipelineState(
                node.path("pipeline").asText(), optional(node, "update"), datasets);
    }

    /** Fails when there is no version, or one that this build does not know. */
    static void checkVersion(JsonNode node, int newest, String file) {
        if (!node.path("version").isInt()) {
            throw unreadable(file, "it has no `version`", null);
        }
        int version = node.path("version").asInt();
        if (version > newest) {
            throw unreadable(
                    file,
                    "it has version %d, and this Millrace knows versions up to %d"
                            .formatted(version, newest),
                    "run the pipeline with the newer Millrace that wrote it",
                    null);
        }
    }

    private static DatasetState dataset(JsonNode node, String file) {
        DatasetName name =
                name(node, "name")
                        .orElseThrow(() -> unreadable(file, "a dataset has no name", null));
        if (!node.path("generation").isInt() || node.path("generation").asInt() < 1) {
            throw unreadable(file, "`%s` has no generation".formatted(name), null);
        }
        Map<String, FlowState> flows = new LinkedHashMap<>();
        Map<String, Integer> resets = new TreeMap<>();
        Map<String, String> keptAs = new TreeMap<>();
        for (JsonNode item : node.path("flows")) {
            FlowState flow = flow(item, file);
            String key = flow.name().toLowerCase(Locale.ROOT);
            flows.put(key, flow);
            if (item.has("resets")) {
                resets.put(key, item.path("resets").asInt());
            }
            optional(item, "kept_as").ifPresent(folder -> keptAs.put(key, folder));
        }
        return new DatasetState(
                name,
                node.path("kind").asText(),
                node.path("active").asBoolean(true),
                node.path("private").asBoolean(false),
                new TableState(
                        node.path("generation").asInt(), resets, keptAs, optional(node, "kept_as")),
                name(node, "renamed_from"),
                flows);
    }

    private static FlowState flow(JsonNode node, String file) {
        if (!node.path("name").isTextual()) {
            throw unreadable(file, "a flow has no name", null);
        }
        List<FlowState.KeptState> operators = new ArrayList<>();
        for (JsonNode operator : node.path("operators")) {
            operators.add(
                    new FlowState.KeptState(
                            operator.path("what").asText(),
                            operator.path("layout").asText(),
                            operator.path("meaning").asText()));
        }
        return new FlowState(
                node.path("name").asText(),
                node.path("kind").asText(),
                node.path("active").asBoolean(true),
                node.path("query").asText(),
                sources(node),
                operators);
    }

    /** Older files have the names alone. */
    private static List<KeptSource> sources(JsonNode node) {
        List<KeptSource> sources = new ArrayList<>();
        for (String name : strings(node.path("sources"))) {
            JsonNode place = node.path("source_places").path(sources.size());
            sources.add(
                    new KeptSource(
                            name,
                            place.path("place").asText(),
                            place.path("digest").asText(),
                            place.path("folder").asText()));
        }
        return sources;
    }

    private static Optional<DatasetName> name(JsonNode node, String field) {
        List<String> parts = strings(node.path(field));
        return parts.isEmpty() ? Optional.empty() : Optional.of(new DatasetName(parts));
    }

    private static List<String> strings(JsonNode array) {
        List<String> values = new ArrayList<>();
        array.forEach(value -> values.add(value.asText()));
        return values;
    }

    private static Optional<String> optional(JsonNode node, String field) {
        return node.path(field).isTextual()
                ? Optional.of(node.path(field).asText())
                : Optional.empty();
    }

    static QueryException unreadable(String file, String why, Throwable cause) {
        return unreadable(file, why, PUT_BACK, cause);
    }

    private static QueryException unreadable(
            String file, String why, String hint, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_STATE_UNREADABLE,
                "the state file %s cannot be used: %s".formatted(file, why),
                hint,
                cause);
    }
}
