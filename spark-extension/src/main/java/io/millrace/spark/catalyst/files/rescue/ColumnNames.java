/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** Which columns the fields of a file belong to. A column takes one field at most. */
final class ColumnNames {

    private final Map<Integer, Integer> columns = new HashMap<>();

    /**
     * @param exact whether letter case counts; when it does not, the field that is spelled as its
     *     column goes before others
     */
    ColumnNames(StructType columns, StructType inFile, boolean exact) {
        Map<String, Integer> free = new HashMap<>();
        for (int i = 0; i < columns.length(); i++) {
            free.putIfAbsent(columns.fieldNames()[i], i);
        }
        for (int i = 0; i < inFile.length(); i++) {
            Integer column = free.remove(inFile.fieldNames()[i]);
            if (column != null) {
                this.columns.put(i, column);
            }
        }
        if (exact) {
            return;
        }
        Map<String, Integer> folded = new HashMap<>();
        free.forEach((name, place) -> folded.putIfAbsent(key(name), place));
        for (int i = 0; i < inFile.length(); i++) {
            if (!this.columns.containsKey(i)) {
                Integer column = folded.remove(key(inFile.fieldNames()[i]));
                if (column != null) {
                    this.columns.put(i, column);
                }
            }
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The place of the column that takes a field of the file. */
    Optional<Integer> column(int field) {
        return Optional.ofNullable(columns.get(field));
    }
}
