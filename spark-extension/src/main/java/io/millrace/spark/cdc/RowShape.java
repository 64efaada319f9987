/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.SchemaTypes;
import io.millrace.spark.catalyst.ValueOrdering;
import io.millrace.spark.delta.RowLevelTransaction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Where what stands in the rows of a fold.
 *
 * <p>Events and stored rows have one layout: the keys, the sequence, the operation, what the state
 * needs besides, the payload, the place of the row in the table (events have none), and for each
 * payload column whether the event lists it (only with {@code COLUMNS TO UPDATE}).
 *
 * <p>Payload cells that always change together form a unit and share one sequence. Plain flows have
 * a single unit: the whole row.
 */
final class RowShape implements Serializable {

    private static final long serialVersionUID = 1L;

    static final String PREFIX = "__mr_";
    static final String SEQUENCE = "__mr_seq";
    static final String OPERATION = "__mr_op";
    static final String DELETED = "__mr_del";
    static final String UNIT_SEQUENCES = "__mr_v";
    static final String VISIBLE = "__mr_vis";
    static final String CURRENT = "__mr_cur";
    static final String AUTHORED = "__mr_set";
    static final String START = "__START_AT";
    static final String END = "__END_AT";
    static final String SYSTEM_START = "__SYSTEM_START_AT";
    static final String SYSTEM_END = "__SYSTEM_END_AT";

    /** When the row was written, in seconds since 1970: tells how old a tombstone is. */
    static final String WRITTEN = "__mr_at";

    static final String WRITE = "__mr_write";
    static final String LISTED = "__mr_listed_";

    /** The name of the unit of all cells that have none of their own. */
    static final String WHOLE = "*";

    /** A delete alone; as a bit of a type 2 point: it resets the timeline. */
    static final byte DELETE = 1;

    /** A live row; as a bit of a type 2 point: it has a value. */
    static final byte UPSERT = 2;

    private final ScdType type;
    private final List<StructField> keys;
    private final DataType sequenceType;
    private final DataType systemType;
    private final List<StructField> columns;
    private final boolean listed;
    private final ValueOrdering[] keyOrderings;
    private final ValueOrdering sequenceOrdering;
    private final ValueOrdering systemOrdering;
    private final Cells cells;
    private final List<Unit> units;
    private final List<String> slots;
    private final boolean[] trackedCells;
    private final int[] keptCells;

    /** Which events set a unit. */
    enum Authoring {
        ALWAYS,
        WHEN_NOT_NULL,
        WHEN_LISTED
    }

    /** Cells that change together. */
    static final class Unit implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Authoring authoring;
        private final int[] cells;
        private final int slot;

        Unit(Authoring authoring, int[] cells, int slot) {
            this.authoring = authoring;
            this.cells = cells;
            this.slot = slot;
        }

        Authoring authoring() {
            return authoring;
        }

        int[] cells() {
            return cells;
        }

        /** Where in the stored state the unit is kept; it never changes. */
        int slot() {
            return slot;
        }
    }

    RowShape(CdcSpec spec) {
        type = spec.type();
        keys = spec.keys();
        sequenceType = spec.sequenceType();
        systemType = spec.systemType();
        columns = spec.columns();
        listed = spec.columnsToUpdate().isPresent();
        keyOrderings =
                keys.stream()
                        .map(key -> ValueOrdering.of(key.dataType()))
                        .toArray(ValueOrdering[]::new);
        sequenceOrdering = ValueOrdering.of(sequenceType);
        systemOrdering = ValueOrdering.of(systemType);
        boolean[] ignoreNull = new boolean[columns.size()];
        boolean[] tracked = new boolean[columns.size()];
        for (int i = 0; i < ignoreNull.length; i++) {
            ignoreNull[i] = spec.ignoreNull().contains(columns.get(i).name());
            tracked[i] = spec.tracked().contains(columns.get(i).name());
        }
        cells = new Cells(columns, ignoreNull);
        slots = new ArrayList<>(spec.unitSlots());
        List<Integer> kept = new ArrayList<>();
        units = units(ignoreNull, spec.kept(), kept);
        keptCells = kept.stream().mapToInt(Integer::intValue).toArray();
        trackedCells = new boolean[cells.count()];
        for (int cell = 0; cell < trackedCells.length; cell++) {
            trackedCells[cell] = tracked[cells.column(cell)];
        }
    }

    /**
     * @param keptColumns the names of those that events do not give
     * @param kept gets the cells that belong to no unit, because nothing sets them
     */
    private List<Unit> units(boolean[] ignoreNull, Set<String> keptColumns, List<Integer> kept) {
        List<Unit> result = new ArrayList<>();
        List<Integer> whole = new ArrayList<>();
        for (int cell = 0; cell < cells.count(); cell++) {
            if (listed) {
                result.add(unit(Authoring.WHEN_LISTED, cells.path(cell), cell));
            } else if (ignoreNull[cells.column(cell)]) {
                result.add(unit(Authoring.WHEN_NOT_NULL, cells.path(cell), cell));
            } else if (keptColumns.contains(columns.get(cells.column(cell)).name())) {
                kept.add(cell);
            } else {
                whole.add(cell);
            }
        }
        if (!whole.isEmpty() || result.isEmpty()) {
            int[] all = whole.stream().mapToInt(Integer::intValue).toArray();
            result.add(0, unit(Authoring.ALWAYS, WHOLE, all));
        }
        return List.copyOf(result);
    }

    private Unit unit(Authoring authoring, String name, int... members) {
        if (!slots.contains(name)) {
            slots.add(name);
        }
        return new Unit(authoring, members, slots.indexOf(name));
    }

    /** The names of the units by slot: kept with the table, so that slots stay what they are. */
    List<String> slots() {
        return List.copyOf(slots);
    }

    /** Whether the whole row is one unit, so that no more than one sequence a row is kept. */
    boolean isPlain() {
        return units.size() == 1 && units.get(0).authoring() == Authoring.ALWAYS;
    }

    List<Unit> units() {
        return units;
    }

    /** The cells that events do not give: they keep what the row has. */
    int[] keptCells() {
        return keptCells;
    }

    /** Whether key, sequence and operation of a stored row are all that an event needs to know. */
    boolean isNarrow() {
        return type == ScdType.TYPE_1 && isPlain() && keptCells.length == 0;
    }

    Cells cells() {
        return cells;
    }

    boolean isTracked(int cell) {
        return trackedCells[cell];
    }

    DataType sequenceType() {
        return sequenceType;
    }

    int keyCount() {
        return keys.size();
    }

    int sequenceIndex() {
        return keys.size();
    }

    int operationIndex() {
        return keys.size() + 1;
    }

    /** Where the first hidden column after the operation stands. */
    int stateIndex() {
        return keys.size() + 2;
    }

    int payloadIndex() {
        return stateIndex() + stateFields().size();
    }

    /** Where it stands when a row was written: last of the hidden columns. */
    int writtenIndex() {
        return payloadIndex() - 1;
    }

    int fileIndex() {
        return payloadIndex() + columns.size();
    }

    int rowIndex() {
        return fileIndex() + 1;
    }

    /** Where {@code COLUMNS TO UPDATE} flags begin in input, and where the write flag in output. */
    int extraIndex() {
        return fileIndex() + 2;
    }

    int inputSize() {
        return extraIndex() + (listed ? columns.size() : 0);
    }

    boolean lists(Object[] event, int column) {
        return Boolean.TRUE.equals(event[extraIndex() + column]);
    }

    /** Whether a key is a CHAR. */
    boolean isPadded(int key) {
        return SchemaTypes.withCharTypes(keys.get(key)) instanceof CharType;
    }

    List<String> keyNames() {
        return keys.stream().map(StructField::name).toList();
    }

    int compareKeys(Object[] left, Object[] right) {
        for (int i = 0; i < keyOrderings.length; i++) {
            int order = keyOrderings[i].compare(left[i], right[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    int compareSequences(Object left, Object right) {
        return sequenceOrdering.compare(left, right);
    }

    /** Where a bitemporal event or belief says when it became known. */
    int systemIndex() {
        return stateIndex() + 3;
    }

    int compareSystem(Object left, Object right) {
        return systemOrdering.compare(left, right);
    }

    /** Whether two events of one key claim the same place in its history. */
    boolean sameMoment(Object[] left, Object[] right) {
        return compareSequences(left[sequenceIndex()], right[sequenceIndex()]) == 0
                && (type != ScdType.BITEMPORAL
                        || compareSystem(left[systemIndex()], right[systemIndex()]) == 0);
    }

    boolean hasNullSequence(Object[] event) {
        return event[sequenceIndex()] == null
                || (type == ScdType.BITEMPORAL && event[systemIndex()] == null);
    }

    /** Compares all that tells two events of one key and sequence apart. */
    int compareEvents(Object[] left, Object[] right) {
        int order = Byte.compare((Byte) left[operationIndex()], (Byte) right[operationIndex()]);
        if (order == 0 && type == ScdType.BITEMPORAL) {
            order = compareSystem(left[systemIndex()], right[systemIndex()]);
        }
        return order != 0 ? order : comparePayloads(left, right);
    }

    /** Compares the cells of a unit one by one. */
    int compareUnit(Unit unit, Object[] left, Object[] right) {
        for (int cell : unit.cells()) {
            int order = cells.ordering(cell).compare(left[cell], right[cell]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Compares all that an event says of its payload. */
    private int comparePayloads(Object[] left, Object[] right) {
        Object[] leftCells = cells.read(left, payloadIndex());
        Object[] rightCells = cells.read(right, payloadIndex());
        for (int cell = 0; cell < leftCells.length; cell++) {
            int order = cells.ordering(cell).compare(leftCells[cell], rightCells[cell]);
            if (order != 0) {
                return order;
            }
        }
        for (int i = extraIndex(); i < inputSize(); i++) {
            int order = Boolean.compare((Boolean) left[i], (Boolean) right[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    boolean sameCells(Object[] left, Object[] right) {
        for (int cell = 0; cell < left.length; cell++) {
            if (!cells.ordering(cell).same(left[cell], right[cell])) {
                return false;
            }
        }
        return true;
    }

    /** Whether an upsert event sets a unit. */
    boolean authors(Unit unit, Object[] event, Object[] values) {
        return switch (unit.authoring()) {
            case ALWAYS -> true;
            case WHEN_NOT_NULL -> values[unit.cells()[0]] != null;
            case WHEN_LISTED -> lists(event, cells.column(unit.cells()[0]));
        };
    }

    /** The columns of the stored table, in order. */
    StructType tableSchema() {
        List<StructField> fields = new ArrayList<>();
        keys.forEach(
                key ->
                        fields.add(
                                new StructField(key.name(), key.dataType(), true, key.metadata())));
        fields.add(nullable(SEQUENCE, sequenceType));
        fields.add(nullable(OPERATION, DataTypes.ByteType));
        fields.addAll(stateFields());
        columns.forEach(
                column ->
                        fields.add(
                                new StructField(
                                        column.name(),
                                        column.dataType(),
                                        true,
                                        column.metadata())));
        return new StructType(fields.toArray(new StructField[0]));
    }

    /** The layout of events and stored rows. */
    StructType inputSchema() {
        StructType schema =
                tableSchema()
                        .add(RowLevelTransaction.FILE_COLUMN, DataTypes.StringType)
                        .add(RowLevelTransaction.ROW_COLUMN, DataTypes.LongType);
        if (listed) {
            for (int i = 0; i < columns.size(); i++) {
                schema = schema.add(LISTED + i, DataTypes.BooleanType);
            }
        }
        return schema;
    }

    /** The layout of changes: a stored row to be, the place of the row that goes, and a flag. */
    StructType outputSchema() {
        return tableSchema()
                .add(RowLevelTransaction.FILE_COLUMN, DataTypes.StringType)
                .add(RowLevelTransaction.ROW_COLUMN, DataTypes.LongType)
                .add(WRITE, DataTypes.BooleanType);
    }

    int outputSize() {
        return extraIndex() + 1;
    }

    private List<StructField> stateFields() {
        List<StructField> fields = new ArrayList<>();
        switch (type) {
            case TYPE_1 -> {
                if (!isPlain()) {
                    fields.add(nullable(DELETED, sequenceType));
                    fields.add(
                            nullable(
                                    UNIT_SEQUENCES, DataTypes.createArrayType(sequenceType, true)));
                }
            }
            case TYPE_2 -> {
                fields.add(nullable(VISIBLE, DataTypes.BooleanType));
                fields.add(nullable(CURRENT, DataTypes.BooleanType));
                fields.add(nullable(START, sequenceType));
                fields.add(nullable(END, sequenceType));
                if (!isPlain()) {
                    fields.add(nullable(AUTHORED, DataTypes.BinaryType));
                }
            }
            case BITEMPORAL -> {
                fields.add(nullable(VISIBLE, DataTypes.BooleanType));
                fields.add(nullable(START, sequenceType));
                fields.add(nullable(END, sequenceType));
                fields.add(nullable(SYSTEM_START, systemType));
                fields.add(nullable(SYSTEM_END, systemType));
            }
        }
        fields.add(nullable(WRITTEN, DataTypes.LongType));
        return fields;
    }

    private static StructField nullable(String name, DataType dataType) {
        return new StructField(name, dataType, true, org.apache.spark.sql.types.Metadata.empty());
    }
}
