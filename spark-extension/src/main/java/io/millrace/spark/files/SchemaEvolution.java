/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Adds what new files have to the columns that are known. Columns and fields never vanish and never
 * change their places; a type stays, or becomes a wider one.
 */
final class SchemaEvolution {

    private final boolean widens;
    private final List<String> added = new ArrayList<>();

    /**
     * @param widens whether types become wider where nothing is lost by it
     */
    SchemaEvolution(boolean widens) {
        this.widens = widens;
    }

    /** The columns and fields that were new, with dots between the names of fields. */
    List<String> added() {
        return List.copyOf(added);
    }

    StructType evolve(StructType known, StructType found) {
        return evolve(known, found, "");
    }

    private StructType evolve(StructType known, StructType found, String prefix) {
        List<StructField> fields = new ArrayList<>(List.of(known.fields()));
        for (StructField field : found.fields()) {
            int place = place(fields, field.name());
            if (place < 0) {
                added.add(prefix + field.name());
                fields.add(field);
                continue;
            }
            StructField old = fields.get(place);
            DataType type = evolve(old.dataType(), field.dataType(), prefix + old.name() + ".");
            fields.set(place, DataTypes.createStructField(old.name(), type, true));
        }
        return DataTypes.createStructType(fields);
    }

    private DataType evolve(DataType known, DataType found, String prefix) {
        if (known instanceof StructType left && found instanceof StructType right) {
            return evolve(left, right, prefix);
        }
        if (known instanceof ArrayType left && found instanceof ArrayType right) {
            return DataTypes.createArrayType(
                    evolve(left.elementType(), right.elementType(), prefix), true);
        }
        if (known instanceof MapType left && found instanceof MapType right) {
            return DataTypes.createMapType(
                    left.keyType(), evolve(left.valueType(), right.valueType(), prefix), true);
        }
        return widens ? TypeWidening.widen(known, found).orElse(known) : known;
    }

    private static int place(List<StructField> fields, String name) {
        for (int i = 0; i < fields.size(); i++) {
            if (key(fields.get(i).name()).equals(key(name))) {
                return i;
            }
        }
        return -1;
    }

    /** The columns without those whose names differ from an earlier one in letter case alone. */
    static StructType distinct(StructType schema) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : schema.fields()) {
            if (place(fields, field.name()) < 0) {
                fields.add(
                        DataTypes.createStructField(
                                field.name(), distinct(field.dataType()), true));
            }
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType distinct(DataType type) {
        if (type instanceof StructType struct) {
            return distinct(struct);
        }
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(distinct(array.elementType()), true);
        }
        return type;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
