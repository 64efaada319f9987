/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Reads one Parquet, ORC or Avro file, or a part of one. Runs in the executors. */
final class ColumnarRescueReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * Files that are read with columns of their own.
     *
     * @param columns as they are seen
     * @param read the types with which they are read, and {@code counted} what their numbers count
     * @param rows reads them
     */
    record Own(
            StructType columns,
            StructType read,
            StructType counted,
            Function1<PartitionedFile, Iterator<InternalRow>> rows)
            implements Serializable {}

    /**
     * What the rows shall be.
     *
     * @param known the columns that are no folders', but for that of rescued data
     * @param required those that are wanted, in the order that is wanted
     * @param rescued the name of the column for rescued data
     * @param exact whether letter case counts in names
     * @param zone for values with a time, as texts
     */
    record Columns(
            StructType known, StructType required, String rescued, boolean exact, String zone)
            implements Serializable {}

    @SuppressWarnings("serial") // Spark's own are
    private final Function1<PartitionedFile, Iterator<InternalRow>> plain;

    private final StructType plainColumns;

    @SuppressWarnings("serial") // made by HashMap
    private final Map<String, Integer> places;

    @SuppressWarnings("serial") // made by ArrayList
    private final List<Own> own;

    private final Columns columns;

    /**
     * @param plain reads the files that have nothing to be rescued
     * @param plainColumns the columns that it gives
     * @param places by the paths of all other files, which of {@code own} they are
     */
    ColumnarRescueReader(
            Function1<PartitionedFile, Iterator<InternalRow>> plain,
            StructType plainColumns,
            Map<String, Integer> places,
            List<Own> own,
            Columns columns) {
        this.plain = plain;
        this.plainColumns = plainColumns;
        this.places = new HashMap<>(places);
        this.own = new ArrayList<>(own);
        this.columns = columns;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        Integer place = places.get(file.urlEncodedPath());
        PartitionedFile part = withoutFolders(file);
        if (place == null) {
            return plain(plain.apply(part));
        }
        Own ofFile = own.get(place);
        var rows =
                new StructTaker(
                        ofFile.columns(),
                        columns.known(),
                        columns.exact(),
                        new ValueJson(columns.zone()));
        UnaryOperator<Object> values =
                StoredValues.of(ofFile.counted(), ofFile.read(), ofFile.columns());
        return new Mapped(ofFile.rows().apply(part)) {
            @Override
            InternalRow row(InternalRow row) {
                var seen = (InternalRow) values.apply(row);
                return taken(rows.take(seen), file.urlEncodedPath());
            }
        };
    }

    /** The values of folders come into the rows behind this reader. */
    private static PartitionedFile withoutFolders(PartitionedFile file) {
        return new PartitionedFile(
                new GenericInternalRow(0),
                file.filePath(),
                file.start(),
                file.length(),
                file.locations(),
                file.modificationTime(),
                file.fileSize(),
                file.otherConstantMetadataColumnValues());
    }

    private Iterator<InternalRow> plain(Iterator<InternalRow> rows) {
        if (plainColumns.length() == columns.required().length()) {
            return rows;
        }
        StructField[] fields = columns.required().fields();
        int[] from = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            from[i] = name.equals(columns.rescued()) ? -1 : plainColumns.fieldIndex(name);
        }
        return new Mapped(rows) {
            @Override
            InternalRow row(InternalRow row) {
                Object[] values = new Object[fields.length];
                for (int i = 0; i < fields.length; i++) {
                    if (from[i] >= 0 && !row.isNullAt(from[i])) {
                        values[i] = row.get(from[i], fields[i].dataType());
                    }
                }
                return new GenericInternalRow(values);
            }
        };
    }

    private InternalRow taken(StructTaker.Row taken, String file) {
        StructField[] fields = columns.required().fields();
        Object[] values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            String name = fields[i].name();
            if (name.equals(columns.rescued())) {
                values[i] = RescuedData.text(taken.lost(), file);
                continue;
            }
            int place = columns.known().fieldIndex(name);
            if (!taken.values().isNullAt(place)) {
                values[i] = taken.values().get(place, fields[i].dataType());
            }
        }
        return new GenericInternalRow(values);
    }

    private abstract static class Mapped extends AbstractIterator<InternalRow> {

        private final Iterator<InternalRow> rows;

        Mapped(Iterator<InternalRow> rows) {
            this.rows = rows;
        }

        abstract InternalRow row(InternalRow row);

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public InternalRow next() {
            return row(rows.next());
        }
    }
}
