/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Definitions as readable, versioned JSON. */
final class DefinitionJson {

    /** The version that this build writes. */
    static final int VERSION = 1;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private DefinitionJson() {}

    static String write(Definition definition) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", VERSION);
        node.put("pipeline", definition.pipeline());
        ArrayNode statements = node.putArray("statements");
        for (Definition.Entry entry : definition.entries()) {
            ObjectNode statement = statements.addObject();
            entry.dataset().parts().forEach(statement.putArray("dataset")::add);
            entry.kind().ifPresent(kind -> statement.put("kind", kind.name()));
            entry.flow().ifPresent(flow -> statement.put("flow", flow));
            statement.put("before", entry.prelude());
            statement.put("text", entry.text());
        }
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param file for messages
     * @throws QueryException when it is damaged, or newer than this build
     */
    static Definition read(String unit, String text, String file) {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw unreadable(file, "it is not valid JSON");
        }
        if (!node.path("version").isInt()) {
            throw unreadable(file, "it has no `version`");
        }
        int version = node.path("version").asInt();
        if (version < 1 || version > VERSION) {
            throw unreadable(
                    file,
                    "it has version %d, and this Millrace knows versions up to %d"
                            .formatted(version, VERSION));
        }
        List<Definition.Entry> entries = new ArrayList<>();
        for (JsonNode statement : node.path("statements")) {
            List<String> name = new ArrayList<>();
            statement.path("dataset").forEach(part -> name.add(part.asText()));
            entries.add(
                    new Definition.Entry(
                            new DatasetName(name),
                            text(statement, "kind").map(kind -> kind(kind, file)),
                            text(statement, "flow"),
                            statement.path("before").asText(),
                            statement.path("text").asText()));
        }
        return new Definition(unit, node.path("pipeline").asText(), entries);
    }

    private static DatasetKind kind(String kind, String file) {
        return Arrays.stream(DatasetKind.values())
                .filter(known -> known.name().equals(kind))
                .findFirst()
                .orElseThrow(() -> unreadable(file, "there is no kind `%s`".formatted(kind)));
    }

    private static Optional<String> text(JsonNode node, String field) {
        return node.hasNonNull(field) ? Optional.of(node.path(field).asText()) : Optional.empty();
    }

    private static QueryException unreadable(String file, String why) {
        return new QueryException(
                RunErrorCode.MILLRACE_STATE_UNREADABLE,
                "cannot read the definitions in %s: %s".formatted(file, why),
                "put back a copy, or remove the file and define the datasets again");
    }
}
