/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How a target is stored: one Delta table that also holds what the user must not see (sequences,
 * tombstones, points without a version of their own), and what its properties say about it.
 */
final class CdcLayout {

    static final String KEYS = "millrace.cdc.keys";
    static final String SCD_TYPE = "millrace.cdc.scdType";
    static final String SEQUENCE_TYPE = "millrace.cdc.sequenceType";
    static final String IGNORE_NULL = "millrace.cdc.ignoreNullUpdates";
    static final String TRACKED = "millrace.cdc.trackHistory";
    static final String IGNORE_NULL_CLAUSE = "millrace.cdc.ignoreNullUpdates.clause";
    static final String TRACKED_CLAUSE = "millrace.cdc.trackHistory.clause";
    static final String COLUMNS_TO_UPDATE = "millrace.cdc.columnsToUpdate";
    static final String KEPT = "millrace.cdc.kept";
    static final String USER_ORDER = "millrace.cdc.columns";

    /** Set by the user: {@code max}, the default, or {@code error}. */
    static final String ON_CONFLICTING_TIE = "millrace.cdc.onConflictingTie";

    /** The values of that property. */
    static final List<String> TIE_RULES = List.of("max", "error");

    static final String SLOTS = "millrace.cdc.units";

    private static final ObjectMapper JSON = new ObjectMapper();

    private CdcLayout() {}

    /** What the stored table is by default; the user's properties win. */
    static Map<String, String> defaults(RowShape shape) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("delta.enableDeletionVectors", "true");
        properties.put("delta.enableTypeWidening", "true");
        // Costs nothing here: what changed is read from the deletion vectors.
        properties.put("delta.enableChangeDataFeed", "true");
        properties.put("delta.dataSkippingStatsColumns", statistics(shape));
        return properties;
    }

    static List<String> partitions(ScdType type) {
        return type == ScdType.TYPE_2 ? List.of(RowShape.CURRENT) : List.of();
    }

    /** Few statistics keep the log small, and no others are used. */
    private static String statistics(RowShape shape) {
        List<String> columns = new ArrayList<>();
        shape.keyNames().forEach(key -> columns.add(Quoted.name(key)));
        columns.add(RowShape.SEQUENCE);
        columns.add(RowShape.OPERATION);
        columns.add(RowShape.WRITTEN);
        return String.join(",", columns);
    }

    /** The properties that tell the next update what the table is. */
    static Map<String, String> describe(CdcSpec spec, RowShape shape) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(KEYS, json(shape.keyNames()));
        properties.put(SCD_TYPE, scdType(spec.type()));
        properties.put(SEQUENCE_TYPE, spec.sequenceType().sql());
        properties.put(IGNORE_NULL, json(new TreeSet<>(spec.ignoreNull())));
        properties.put(TRACKED, json(new TreeSet<>(spec.tracked())));
        properties.putAll(spec.clauses());
        properties.put(COLUMNS_TO_UPDATE, Boolean.toString(spec.columnsToUpdate().isPresent()));
        properties.put(USER_ORDER, json(spec.userOrder()));
        properties.put(SLOTS, json(shape.slots()));
        return properties;
    }

    static String scdType(ScdType type) {
        return switch (type) {
            case TYPE_1 -> "1";
            case TYPE_2 -> "2";
            case BITEMPORAL -> "BITEMPORAL";
        };
    }

    static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A list of names; empty for a text that is none. */
    static Optional<List<String>> strings(String json) {
        if (json == null) {
            return Optional.empty();
        }
        try {
            List<String> names = JSON.readValue(json, new TypeReference<List<String>>() {});
            return Optional.ofNullable(names)
                    .filter(list -> list.stream().noneMatch(Objects::isNull));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** The condition on stored rows that the user sees. */
    static String visible(String scdType) {
        return scdType.equals("1")
                ? RowShape.OPERATION + " = " + RowShape.UPSERT
                : RowShape.VISIBLE;
    }

    /** The columns that the user sees, given the payload and keys in the user's order. */
    static List<String> visibleColumns(String scdType, List<String> userOrder) {
        List<String> columns = new ArrayList<>(userOrder);
        if (!scdType.equals("1")) {
            columns.add(RowShape.START);
            columns.add(RowShape.END);
        }
        if (scdType.equals("BITEMPORAL")) {
            columns.add(RowShape.SYSTEM_START);
            columns.add(RowShape.SYSTEM_END);
        }
        return columns;
    }
}
