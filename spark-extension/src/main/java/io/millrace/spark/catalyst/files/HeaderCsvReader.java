/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Reads one CSV file, or a part of one, by its header if it has one. Runs in the executors. */
final class HeaderCsvReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    private final StructType schema;
    private final StructType required;
    private final SkippingCsvOptions csv;
    private final boolean exact;
    private final Broadcast<SerializableConfiguration> conf;

    /**
     * @param schema the columns that the file may have
     * @param required those of them that are wanted, in the order that is wanted; perhaps with the
     *     column of broken records
     * @param exact whether letter case counts in names
     */
    HeaderCsvReader(
            StructType schema,
            StructType required,
            SkippingCsvOptions csv,
            boolean exact,
            Broadcast<SerializableConfiguration> conf) {
        this.schema = schema;
        this.required = required;
        this.csv = csv;
        this.exact = exact;
        this.conf = conf;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        Configuration hadoopConf = conf.value().value();
        Optional<List<String>> header =
                csv.headerFlag() ? header(hadoopConf, file) : Optional.of(positions());
        if (header.isEmpty()) {
            return scala.collection.Iterator$.MODULE$.empty();
        }
        StructType inFile = inFile(header.get());
        // The parser wants the columns in the order of the file.
        List<StructField> present = new ArrayList<>();
        for (StructField field : inFile.fields()) {
            if (required.getFieldIndex(field.name()).nonEmpty()) {
                present.add(field);
            }
        }
        for (StructField field : required.fields()) {
            if (isBrokenRecord(field)) {
                present.add(field);
            }
        }
        StructType wanted = DataTypes.createStructType(present);
        Iterator<InternalRow> rows = rows(hadoopConf, file, inFile, wanted);
        return wanted.equals(required) ? rows : new Rearranged(rows, places(wanted), required);
    }

    /** For each required column its place in the rows that are read; -1 for one that is missing. */
    private int[] places(StructType read) {
        int[] places = new int[required.length()];
        for (int i = 0; i < places.length; i++) {
            Option<Object> place = read.getFieldIndex(required.fields()[i].name());
            places[i] = place.isEmpty() ? -1 : (Integer) place.get();
        }
        return places;
    }

    private Iterator<InternalRow> rows(
            Configuration hadoopConf, PartitionedFile file, StructType inFile, StructType wanted) {
        StructType values =
                DataTypes.createStructType(
                        List.of(wanted.fields()).stream()
                                .filter(field -> !isBrokenRecord(field))
                                .toList());
        var parser = new UnivocityParser(inFile, values, csv);
        var checker =
                new CSVHeaderChecker(
                        csv.isColumnPruningEnabled(wanted) ? values : inFile,
                        csv,
                        "CSV file: " + file.urlEncodedPath(),
                        file.start() == 0);
        return csv.rows(hadoopConf, file, parser, checker, wanted);
    }

    private Optional<List<String>> header(Configuration hadoopConf, PartitionedFile file) {
        try {
            return CsvHeader.read(hadoopConf, file.toPath(), csv);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the header of " + file.urlEncodedPath(), e);
        }
    }

    private List<String> positions() {
        return Arrays.stream(schema.fields())
                .filter(field -> !isBrokenRecord(field))
                .map(StructField::name)
                .toList();
    }

    /** The columns as they stand in the file; those that are not wanted have names of their own. */
    private StructType inFile(List<String> header) {
        Map<String, StructField> byName = new HashMap<>();
        for (StructField field : schema.fields()) {
            if (!isBrokenRecord(field)) {
                byName.putIfAbsent(key(field.name()), field);
            }
        }
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            StructField field = byName.remove(key(header.get(i)));
            fields.add(
                    field == null
                            ? DataTypes.createStructField("\u0000" + i, DataTypes.StringType, true)
                            : field);
        }
        return DataTypes.createStructType(fields);
    }

    private boolean isBrokenRecord(StructField field) {
        return field.name().equals(csv.columnNameOfCorruptRecord());
    }

    private String key(String name) {
        return exact ? name.strip() : name.strip().toLowerCase(Locale.ROOT);
    }

    /** Rows in the required order, with NULL for the columns that the file has not. */
    private static final class Rearranged extends AbstractIterator<InternalRow> {

        private final Iterator<InternalRow> rows;
        private final int[] places;
        private final StructType required;

        Rearranged(Iterator<InternalRow> rows, int[] places, StructType required) {
            this.rows = rows;
            this.places = places;
            this.required = required;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public InternalRow next() {
            InternalRow row = rows.next();
            Object[] values = new Object[places.length];
            for (int i = 0; i < places.length; i++) {
                if (places[i] >= 0) {
                    values[i] = row.get(places[i], required.fields()[i].dataType());
                }
            }
            return new GenericInternalRow(values);
        }
    }
}
