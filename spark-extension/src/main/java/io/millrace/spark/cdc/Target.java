/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.StructValues;
import io.millrace.spark.delta.RowLevelTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * The target of a batch as the batch finds it.
 *
 * @param empty whether nothing is stored that counts
 * @param replace whether what is stored belongs to an older generation and goes with the commit
 */
record Target(
        CdcSpec spec,
        RowShape shape,
        RowLevelTransaction transaction,
        boolean empty,
        boolean replace) {

    boolean truncates() {
        return spec.truncateWhen().isPresent();
    }

    List<String> allColumns() {
        return Arrays.asList(shape.tableSchema().fieldNames());
    }

    /** What tells a live row from a tombstone, newer from older. */
    List<String> narrowColumns() {
        return Stream.concat(
                        shape.keyNames().stream(), Stream.of(RowShape.SEQUENCE, RowShape.OPERATION))
                .toList();
    }

    /** A row that was scanned with narrow columns in input layout. */
    Object[] widen(Object[] narrow) {
        Object[] row = new Object[shape.inputSize()];
        int read = narrowColumns().size();
        System.arraycopy(narrow, 0, row, 0, read);
        row[shape.fileIndex()] = narrow[read];
        row[shape.rowIndex()] = narrow[read + 1];
        return row;
    }

    /** The row that remembers the last truncate, or the version of the last snapshot. */
    private Object[] horizonRow(Object sequence) {
        Object[] row = new Object[shape.outputSize()];
        row[shape.sequenceIndex()] = sequence;
        row[shape.operationIndex()] = EventIntake.TRUNCATE;
        return row;
    }

    /** The change that puts a new horizon in the place of the last, in output layout. */
    Object[] horizonChange(Object sequence, Object[] before) {
        Object[] row = horizonRow(sequence);
        if (before != null) {
            row[shape.fileIndex()] = before[shape.fileIndex()];
            row[shape.rowIndex()] = before[shape.rowIndex()];
        }
        row[shape.extraIndex()] = Boolean.TRUE;
        return row;
    }

    QueryException nullKeyOrSequence(long keys, long sequences, Object[] example) {
        StringJoiner shown = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < shape.keyCount(); i++) {
            shown.add(
                    spec.keys().get(i).name()
                            + " = "
                            + StructValues.show(example[i], spec.keys().get(i).dataType()));
        }
        shown.add(
                "SEQUENCE BY "
                        + spec.sequence()
                        + " = "
                        + StructValues.show(example[shape.sequenceIndex()], spec.sequenceType()));
        return CdcError.of(
                RunErrorCode.MILLRACE_CDC_NULL_KEY_OR_SEQUENCE,
                "correct the source, or drop such rows with an expectation on it",
                spec.flow(),
                spec.target(),
                keys,
                sequences,
                shown);
    }

    boolean hasNullKey(Object[] event) {
        for (int i = 0; i < shape.keyCount(); i++) {
            if (event[i] == null) {
                return true;
            }
        }
        return false;
    }
}
