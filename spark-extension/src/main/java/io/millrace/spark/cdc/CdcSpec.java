/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.ScdType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;

/**
 * An AUTO CDC flow with everything resolved: names exist, types are known and fit the target.
 *
 * @param flow how messages call the flow
 * @param target how messages call the target
 * @param keys the key columns of the target
 * @param sequence the sequence expression, over the source's columns
 * @param sequenceType the type that the target keeps sequences in
 * @param systemSequence when an event became known; bitemporal targets only
 * @param systemType the type of the system sequence; that of the sequence where there is none
 * @param columns the other columns of the target, in its order
 * @param ignoreNull the names of the columns in which NULL keeps the old value
 * @param tracked the names of the columns whose change opens a version; empty for type 1
 * @param columnsToUpdate the source column that lists the columns that an event sets
 * @param userOrder the columns in the order in which the user's table shows them
 * @param clauses the clauses that may not change from update to update, as the user wrote them
 * @param unitSlots the names of the units that the stored state already has a place for
 * @param kept the names of the columns that no flow gives any more, which keep their values
 */
public record CdcSpec(
        String flow,
        String target,
        ScdType type,
        List<StructField> keys,
        String sequence,
        DataType sequenceType,
        Optional<String> systemSequence,
        DataType systemType,
        List<StructField> columns,
        Optional<String> deleteWhen,
        Optional<String> truncateWhen,
        Set<String> ignoreNull,
        Set<String> tracked,
        Optional<String> columnsToUpdate,
        List<String> userOrder,
        Map<String, String> clauses,
        List<String> unitSlots,
        Set<String> kept) {

    /** For flows that give all columns. */
    public CdcSpec(
            String flow,
            String target,
            ScdType type,
            List<StructField> keys,
            String sequence,
            DataType sequenceType,
            Optional<String> systemSequence,
            DataType systemType,
            List<StructField> columns,
            Optional<String> deleteWhen,
            Optional<String> truncateWhen,
            Set<String> ignoreNull,
            Set<String> tracked,
            Optional<String> columnsToUpdate,
            List<String> userOrder,
            Map<String, String> clauses,
            List<String> unitSlots) {
        this(
                flow,
                target,
                type,
                keys,
                sequence,
                sequenceType,
                systemSequence,
                systemType,
                columns,
                deleteWhen,
                truncateWhen,
                ignoreNull,
                tracked,
                columnsToUpdate,
                userOrder,
                clauses,
                unitSlots,
                Set.of());
    }

    public CdcSpec {
        requireNonNull(flow, "flow");
        requireNonNull(target, "target");
        requireNonNull(type, "type");
        requireNonNull(sequence, "sequence");
        requireNonNull(sequenceType, "sequenceType");
        requireNonNull(systemSequence, "systemSequence");
        requireNonNull(systemType, "systemType");
        requireNonNull(deleteWhen, "deleteWhen");
        requireNonNull(truncateWhen, "truncateWhen");
        requireNonNull(columnsToUpdate, "columnsToUpdate");
        keys = List.copyOf(keys);
        columns = List.copyOf(columns);
        ignoreNull = Set.copyOf(ignoreNull);
        tracked = Set.copyOf(tracked);
        userOrder = List.copyOf(userOrder);
        clauses = Map.copyOf(clauses);
        unitSlots = List.copyOf(unitSlots);
        kept = Set.copyOf(kept);
    }

    CdcSpec withType(ScdType other) {
        return new CdcSpec(
                flow,
                target,
                other,
                keys,
                sequence,
                sequenceType,
                systemSequence,
                systemType,
                columns,
                deleteWhen,
                truncateWhen,
                ignoreNull,
                tracked,
                columnsToUpdate,
                userOrder,
                clauses,
                unitSlots,
                kept);
    }
}
