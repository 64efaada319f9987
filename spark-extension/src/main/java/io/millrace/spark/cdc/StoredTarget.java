/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The stored table of a target as an earlier update left it. */
public record StoredTarget(StructType schema, Map<String, String> properties) {

    public StoredTarget {
        requireNonNull(schema, "schema");
        properties = Map.copyOf(properties);
    }

    /** Whether a table is the stored form of an AUTO CDC target. */
    public boolean isTarget() {
        return properties.containsKey(CdcLayout.SCD_TYPE);
    }

    String scdType() {
        return properties.get(CdcLayout.SCD_TYPE);
    }

    List<String> keys() {
        return CdcLayout.strings(properties.get(CdcLayout.KEYS));
    }

    List<String> userOrder() {
        return CdcLayout.strings(properties.get(CdcLayout.USER_ORDER));
    }

    List<String> slots() {
        return CdcLayout.strings(properties.get(CdcLayout.SLOTS));
    }

    Optional<StructField> field(String name) {
        return Arrays.stream(schema.fields())
                .filter(field -> field.name().equalsIgnoreCase(name))
                .findFirst();
    }

    DataType sequenceType() {
        return field(RowShape.SEQUENCE).orElseThrow().dataType();
    }

    /** The columns besides keys and hidden ones, as they are stored. */
    List<StructField> payload() {
        List<String> keys = keys();
        return Arrays.stream(schema.fields())
                .filter(field -> !isHidden(field.name()) && !keys.contains(field.name()))
                .toList();
    }

    private static boolean isHidden(String name) {
        return name.startsWith(RowShape.PREFIX)
                || name.equals(RowShape.START)
                || name.equals(RowShape.END)
                || name.equals(RowShape.SYSTEM_START)
                || name.equals(RowShape.SYSTEM_END);
    }

    /** Fails when someone took away a column that the state lives in. */
    void check(String target) {
        for (String column : List.of(RowShape.SEQUENCE, RowShape.OPERATION)) {
            if (field(column).isEmpty()) {
                throw lost(target, "the column `" + column + "` is gone");
            }
        }
        for (String key : keys()) {
            if (field(key).isEmpty()) {
                throw lost(target, "the key column `" + key + "` is gone");
            }
        }
    }

    static QueryException lost(String target, String what) {
        return CdcError.of(
                RunErrorCode.MILLRACE_CDC_STATE_LOST,
                "refresh the table in full, or restore the stored table to an earlier version",
                target,
                what);
    }
}
