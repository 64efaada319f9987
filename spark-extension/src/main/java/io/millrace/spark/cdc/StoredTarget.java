/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
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
        return names(CdcLayout.KEYS);
    }

    List<String> userOrder() {
        return names(CdcLayout.USER_ORDER);
    }

    List<String> slots() {
        return names(CdcLayout.SLOTS);
    }

    /** A list among the properties; {@link #check} has seen to it that it is one. */
    List<String> names(String property) {
        return CdcLayout.strings(properties.get(property)).orElse(List.of());
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

    /** Fails when someone took away or altered what the state lives in. */
    void check(String target) {
        checkProperties(target);
        for (String column : hidden()) {
            if (field(column).isEmpty()) {
                throw lost(target, "the column `" + column + "` is gone");
            }
        }
        for (String key : keys()) {
            if (field(key).isEmpty()) {
                throw lost(target, "the key column `" + key + "` is gone");
            }
        }
        for (String column : userOrder()) {
            if (field(column).isEmpty()) {
                throw lost(target, "the column `" + column + "` is gone");
            }
        }
    }

    /** Whether nobody has damaged it. */
    boolean isWhole() {
        try {
            check("");
            return true;
        } catch (QueryException e) {
            return false;
        }
    }

    private void checkProperties(String target) {
        if (type().isEmpty()) {
            throw damaged(target, CdcLayout.SCD_TYPE, "no SCD type");
        }
        for (String property :
                List.of(
                        CdcLayout.KEYS,
                        CdcLayout.USER_ORDER,
                        CdcLayout.SLOTS,
                        CdcLayout.IGNORE_NULL,
                        CdcLayout.TRACKED)) {
            if (CdcLayout.strings(properties.get(property)).isEmpty()) {
                throw damaged(target, property, "no list of names");
            }
        }
        if (keys().isEmpty()) {
            throw damaged(target, CdcLayout.KEYS, "without names");
        }
        for (String property :
                List.of(
                        CdcLayout.IGNORE_NULL_CLAUSE,
                        CdcLayout.TRACKED_CLAUSE,
                        CdcLayout.COLUMNS_TO_UPDATE)) {
            if (!properties.containsKey(property)) {
                throw damaged(target, property, "");
            }
        }
        CdcMaintenance.checkRetention(target, properties);
    }

    private QueryException damaged(String target, String property, String what) {
        String value = properties.get(property);
        return lost(
                target,
                value == null
                        ? "the property `%s` is gone".formatted(property)
                        : "the property `%s` is %s: %s".formatted(property, what, value));
    }

    private Optional<ScdType> type() {
        return Arrays.stream(ScdType.values())
                .filter(type -> CdcLayout.scdType(type).equals(scdType()))
                .findFirst();
    }

    private List<String> hidden() {
        List<String> columns =
                new ArrayList<>(List.of(RowShape.SEQUENCE, RowShape.OPERATION, RowShape.WRITTEN));
        ScdType type = type().orElseThrow();
        if (type != ScdType.TYPE_1) {
            columns.addAll(CdcLayout.visibleColumns(scdType(), List.of()));
            columns.add(RowShape.VISIBLE);
        }
        if (type == ScdType.TYPE_2) {
            columns.add(RowShape.CURRENT);
        }
        return columns;
    }

    static QueryException lost(String target, String what) {
        return CdcError.of(
                RunErrorCode.MILLRACE_CDC_STATE_LOST,
                "refresh the table in full, or restore the stored table to an earlier version",
                target,
                what);
    }
}
