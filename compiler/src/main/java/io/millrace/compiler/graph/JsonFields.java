/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.source.PositionMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of one JSON object of a graph. Every complaint names the path of the field, such as
 * {@code flows[2].query.sql}.
 */
final class JsonFields {

    private static final Pattern PLACE =
            Pattern.compile("(.*):(\\d{1,9}):(\\d{1,9})-(\\d{1,9}):(\\d{1,9})", Pattern.DOTALL);

    private final JsonNode node;
    private final String path;

    private JsonFields(JsonNode node, String path) {
        this.node = node;
        this.path = path;
    }

    static JsonFields of(JsonNode node, String path) {
        if (node == null || !node.isObject()) {
            throw new IllegalArgumentException(path + " is not a JSON object");
        }
        return new JsonFields(node, path);
    }

    private Optional<JsonNode> find(String field) {
        return Optional.ofNullable(node.get(field)).filter(value -> !value.isNull());
    }

    private String pathOf(String field) {
        return path.startsWith("the ") ? field : path + "." + field;
    }

    private IllegalArgumentException wrong(String field, String problem) {
        return new IllegalArgumentException("in the flow graph, " + pathOf(field) + " " + problem);
    }

    Optional<String> optionalText(String field) {
        Optional<JsonNode> value = find(field);
        if (value.isPresent() && !value.get().isTextual()) {
            throw wrong(field, "is not a string");
        }
        return value.map(JsonNode::textValue);
    }

    String text(String field) {
        return optionalText(field).orElseThrow(() -> wrong(field, "is missing"));
    }

    int integer(String field) {
        JsonNode value = find(field).orElseThrow(() -> wrong(field, "is missing"));
        if (!value.isInt()) {
            throw wrong(field, "is not an integer");
        }
        return value.intValue();
    }

    long number(String field, long defaultValue) {
        Optional<JsonNode> value = find(field);
        if (value.isPresent() && !value.get().canConvertToLong()) {
            throw wrong(field, "is not an integer");
        }
        return value.map(JsonNode::longValue).orElse(defaultValue);
    }

    boolean flag(String field, boolean defaultValue) {
        Optional<JsonNode> value = find(field);
        if (value.isPresent() && !value.get().isBoolean()) {
            throw wrong(field, "is not a boolean");
        }
        return value.map(JsonNode::booleanValue).orElse(defaultValue);
    }

    <E extends Enum<E>> E constant(String field, Class<E> type) {
        String text = text(field);
        try {
            return Enum.valueOf(type, text);
        } catch (IllegalArgumentException e) {
            throw wrong(field, "has the unknown value " + text);
        }
    }

    <E extends Enum<E>> E constant(String field, E defaultValue) {
        return find(field).isPresent()
                ? constant(field, defaultValue.getDeclaringClass())
                : defaultValue;
    }

    List<String> texts(String field) {
        List<String> result = new ArrayList<>();
        for (JsonNode element : elements(field)) {
            if (!element.isTextual()) {
                throw wrong(field, "holds something that is not a string");
            }
            result.add(element.textValue());
        }
        return result;
    }

    Map<String, String> map(String field) {
        Map<String, String> result = new LinkedHashMap<>();
        Optional<JsonNode> value = find(field);
        if (value.isEmpty()) {
            return result;
        }
        if (!value.get().isObject()) {
            throw wrong(field, "is not a JSON object");
        }
        for (Map.Entry<String, JsonNode> entry : value.get().properties()) {
            if (!entry.getValue().isTextual()) {
                throw wrong(field, "has a value that is not a string: " + entry.getKey());
            }
            result.put(entry.getKey(), entry.getValue().textValue());
        }
        return result;
    }

    <T> List<T> objects(String field, Function<JsonFields, T> reader) {
        List<T> result = new ArrayList<>();
        for (JsonNode element : elements(field)) {
            result.add(reader.apply(of(element, pathOf(field) + "[" + result.size() + "]")));
        }
        return result;
    }

    <T> Optional<T> object(String field, Function<JsonFields, T> reader) {
        return find(field).map(value -> reader.apply(of(value, pathOf(field))));
    }

    <T> T required(String field, Function<JsonFields, T> reader) {
        return object(field, reader).orElseThrow(() -> wrong(field, "is missing"));
    }

    private Iterable<JsonNode> elements(String field) {
        Optional<JsonNode> value = find(field);
        if (value.isEmpty()) {
            return List.of();
        }
        if (!value.get().isArray()) {
            throw wrong(field, "is not a list");
        }
        return value.get();
    }

    DatasetName name(String field) {
        return parseName(field, text(field));
    }

    Optional<DatasetName> optionalName(String field) {
        return optionalText(field).map(text -> parseName(field, text));
    }

    /** Reads what {@link DatasetName#toString} writes. */
    private DatasetName parseName(String field, String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean doubled =
                    quoted && c == '`' && i + 1 < text.length() && text.charAt(i + 1) == '`';
            if (doubled) {
                part.append('`');
                i++;
            } else if (c == '`') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        if (quoted) {
            throw wrong(field, "is not a name: " + text);
        }
        parts.add(part.toString());
        return new DatasetName(parts);
    }

    SqlText sql(String field) {
        return required(field, JsonFields::sqlText);
    }

    Optional<SqlText> optionalSql(String field) {
        return object(field, JsonFields::sqlText);
    }

    private SqlText sqlText() {
        return new SqlText(
                text("text"),
                optionalText("file").orElse(""),
                optionalText("positions").map(this::parsePositions).orElse(PositionMap.identity()));
    }

    private PositionMap parsePositions(String text) {
        List<PositionMap.Segment> segments = new ArrayList<>();
        for (String segment : text.split(" ", -1)) {
            boolean verbatim = !segment.endsWith("!");
            String numbers = verbatim ? segment : segment.substring(0, segment.length() - 1);
            int colon = numbers.indexOf(':');
            try {
                segments.add(
                        new PositionMap.Segment(
                                Integer.parseInt(numbers.substring(0, Math.max(colon, 0))),
                                Integer.parseInt(numbers.substring(colon + 1)),
                                verbatim));
            } catch (NumberFormatException e) {
                throw wrong("positions", "is not a position map: " + text);
            }
        }
        return new PositionMap(segments);
    }

    Place place() {
        Optional<String> text = optionalText("place");
        if (text.isEmpty()) {
            return new Place("", 0, 0, 0, 0);
        }
        Matcher matcher = PLACE.matcher(text.get());
        if (!matcher.matches()) {
            throw wrong("place", "is not a place: " + text.get());
        }
        return new Place(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)),
                Integer.parseInt(matcher.group(5)));
    }
}
