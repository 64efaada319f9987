/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/**
 * Gives fields of JSON records that differ from a column in letter case alone the column's name. A
 * field that is spelled as its column goes before others; of the others the first is taken.
 */
final class FoldedNames {

    private final StructType names;

    /**
     * @param folders names of fields besides the columns
     */
    FoldedNames(StructType columns, Set<String> folders) {
        StructType all = columns;
        for (String folder : folders) {
            all = all.add(folder, DataTypes.StringType);
        }
        names = all;
    }

    /** Whether a name in a record, or in an array of them, was changed. */
    boolean fold(JsonNode records) {
        if (!records.isArray()) {
            return fold(records, names);
        }
        boolean changed = false;
        for (JsonNode record : records) {
            changed |= fold(record, names);
        }
        return changed;
    }

    private static boolean fold(JsonNode value, DataType type) {
        boolean changed = false;
        if (value instanceof ObjectNode object && type instanceof StructType struct) {
            changed = rename(object, struct);
            for (int i = 0; i < struct.length(); i++) {
                JsonNode inside = object.get(struct.fieldNames()[i]);
                changed |= inside != null && fold(inside, struct.fields()[i].dataType());
            }
        } else if (value.isObject() && type instanceof MapType map) {
            for (JsonNode inside : value) {
                changed |= fold(inside, map.valueType());
            }
        } else if (value.isArray() && type instanceof ArrayType array) {
            for (JsonNode inside : value) {
                changed |= fold(inside, array.elementType());
            }
        }
        return changed;
    }

    private static boolean rename(ObjectNode object, StructType type) {
        Map<String, String> free = new HashMap<>();
        for (String name : type.fieldNames()) {
            if (!object.hasNonNull(name)) {
                free.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            }
        }
        Set<String> columns = new HashSet<>(List.of(type.fieldNames()));
        Map<String, JsonNode> renamed = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String given = field.getKey();
            String column =
                    columns.contains(given) || field.getValue().isNull()
                            ? null
                            : free.remove(given.toLowerCase(Locale.ROOT));
            // A column without a value under its own name gets that of another.
            if (!field.getValue().isNull() || !renamed.containsKey(given)) {
                renamed.put(column == null ? given : column, field.getValue());
            }
            changed |= column != null;
        }
        if (changed) {
            object.removeAll();
            object.setAll(renamed);
        }
        return changed;
    }
}
