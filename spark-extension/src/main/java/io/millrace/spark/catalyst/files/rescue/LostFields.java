/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Finds the fields of JSON records that did not get into the row that was made of them. */
final class LostFields {

    private final StructType schema;
    private final Set<String> ignored;
    private final IdentityHashMap<StructType, Map<String, Integer>> places =
            new IdentityHashMap<>();

    /**
     * @param ignored fields of the records themselves that are left out on purpose
     */
    LostFields(StructType schema, Set<String> ignored) {
        this.schema = schema;
        this.ignored = ignored;
    }

    /**
     * Whether a record has fields that are no columns or whose names stand there twice, numbers
     * with more digits than their columns take, or more behind its first value.
     */
    boolean holdsMore(JsonParser tokens) throws IOException {
        JsonToken token = tokens.nextToken();
        if (token == JsonToken.START_ARRAY) {
            while (tokens.nextToken() != JsonToken.END_ARRAY) {
                if (hasUnknown(tokens, schema, true)) {
                    return true;
                }
            }
        } else if (token != null && hasUnknown(tokens, schema, true)) {
            return true;
        }
        return tokens.nextToken() != null;
    }

    /** Leaves the parser at the end of the value that it stands on, if there is nothing unknown. */
    private boolean hasUnknown(JsonParser tokens, DataType type, boolean top) throws IOException {
        if (tokens.currentToken() == JsonToken.START_OBJECT && type instanceof StructType struct) {
            boolean[] seen = new boolean[struct.length()];
            while (tokens.nextToken() != JsonToken.END_OBJECT) {
                String name = tokens.currentName();
                Integer place = places(struct).get(name);
                JsonToken value = tokens.nextToken();
                if (place != null) {
                    if (seen[place]) {
                        return true;
                    }
                    seen[place] = true;
                    if (hasUnknown(tokens, struct.fields()[place].dataType(), false)) {
                        return true;
                    }
                } else if (value == JsonToken.VALUE_NULL || (top && ignored.contains(name))) {
                    tokens.skipChildren();
                } else {
                    return true;
                }
            }
            return false;
        }
        if (tokens.currentToken() == JsonToken.START_OBJECT && type instanceof MapType map) {
            Set<String> seen = new HashSet<>();
            while (tokens.nextToken() != JsonToken.END_OBJECT) {
                boolean again = !seen.add(tokens.currentName());
                tokens.nextToken();
                if (again || hasUnknown(tokens, map.valueType(), false)) {
                    return true;
                }
            }
            return false;
        }
        if (tokens.currentToken() == JsonToken.START_ARRAY && type instanceof ArrayType array) {
            while (tokens.nextToken() != JsonToken.END_ARRAY) {
                if (hasUnknown(tokens, array.elementType(), false)) {
                    return true;
                }
            }
            return false;
        }
        if (isNumber(tokens.currentToken())
                && Digits.mayBeLost(type)
                && !Digits.fit(tokens.getText(), type)) {
            return true;
        }
        tokens.skipChildren();
        return false;
    }

    /** Numbers may stand in quotes. */
    private static boolean isNumber(JsonToken token) {
        return token == JsonToken.VALUE_NUMBER_FLOAT
                || token == JsonToken.VALUE_NUMBER_INT
                || token == JsonToken.VALUE_STRING;
    }

    private static boolean losesDigits(JsonNode value, DataType type) {
        return (value.isNumber() || value.isTextual()) && !Digits.fit(value.asText(), type);
    }

    /** Adds what a record has and its row has not; numbers that lose digits leave the row. */
    void of(JsonNode record, InternalRow row, ObjectNode lost) {
        of(record, row, schema, true, lost);
    }

    private void of(
            JsonNode record, InternalRow row, StructType type, boolean top, ObjectNode lost) {
        record.properties()
                .forEach(
                        field -> {
                            String name = field.getKey();
                            JsonNode value = field.getValue();
                            if (value.isNull() || (top && ignored.contains(name))) {
                                return;
                            }
                            Integer place = places(type).get(name);
                            if (place == null || row.isNullAt(place)) {
                                lost.set(name, value);
                                return;
                            }
                            DataType inside = type.fields()[place].dataType();
                            if (losesDigits(value, inside)) {
                                row.setNullAt(place);
                                lost.set(name, value);
                                return;
                            }
                            if (inside instanceof StructType struct && value.isObject()) {
                                ObjectNode lostInside = RescuedData.nothing();
                                InternalRow rowInside = row.getStruct(place, struct.length());
                                of(value, rowInside, struct, false, lostInside);
                                if (!lostInside.isEmpty()) {
                                    lost.set(name, lostInside);
                                }
                            } else if (isCut(value, row.get(place, inside), inside)) {
                                lost.set(name, value);
                            }
                        });
    }

    /** Whether a value that was read lacks something inside. */
    private boolean isCut(JsonNode value, Object read, DataType type) {
        if (value.isNull()) {
            return false;
        }
        if (read == null) {
            return true;
        }
        if (type instanceof StructType struct && value.isObject()) {
            ObjectNode lost = RescuedData.nothing();
            of(value, (InternalRow) read, struct, false, lost);
            return !lost.isEmpty();
        }
        if (type instanceof ArrayType array && value.isArray()) {
            return areCut(value, (ArrayData) read, array.elementType());
        }
        if (type instanceof MapType map && value.isObject()) {
            return areCut(value, ((MapData) read).valueArray(), map.valueType());
        }
        return false;
    }

    private boolean areCut(JsonNode values, ArrayData read, DataType type) {
        if (values.size() != read.numElements()) {
            return true;
        }
        int i = 0;
        boolean cut = false;
        for (JsonNode value : values) {
            Object element = read.isNullAt(i) ? null : read.get(i, type);
            if (losesDigits(value, type)) {
                read.setNullAt(i);
                cut = true;
            } else {
                cut |= isCut(value, element, type);
            }
            i++;
        }
        return cut;
    }

    private Map<String, Integer> places(StructType type) {
        return places.computeIfAbsent(
                type,
                struct -> {
                    Map<String, Integer> byName = new HashMap<>();
                    String[] names = struct.fieldNames();
                    for (int i = 0; i < names.length; i++) {
                        byName.put(names[i], i);
                    }
                    return byName;
                });
    }
}
