/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.catalyst.files.CsvHeader;
import io.millrace.spark.catalyst.files.SkippingCsvOptions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.ParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.DropMalformedMode$;
import org.apache.spark.sql.catalyst.util.FailFastMode$;
import org.apache.spark.sql.catalyst.util.ParseMode;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.SerializableConfiguration;
import scala.Function1;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/**
 * Reads one CSV file, or a part of one: all values as texts, which are then converted one by one,
 * so that what a column cannot take is known. Runs in the executors.
 */
public final class CsvRescueReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    private final StructType columns;

    @SuppressWarnings("serial") // made by HashSet
    private final Set<String> folders;

    private final boolean keepsRecords;
    private final StructType required;
    private final String rescued;
    private final SkippingCsvOptions csv;
    private final boolean exact;
    private final ParseMode mode;
    private final Broadcast<SerializableConfiguration> conf;

    /**
     * @param columns those that the file may have; in its order when it has no header
     * @param folders the columns, in lower case, whose values come from the names of folders
     * @param keepsRecords whether there is a column of its own for records of the wrong length
     * @param required the columns that are wanted, in the order that is wanted
     * @param csv permissive, without column pruning
     * @param exact whether letter case counts in names
     * @param mode what happens to records of the wrong length
     */
    public CsvRescueReader(
            StructType columns,
            Set<String> folders,
            boolean keepsRecords,
            StructType required,
            String rescued,
            SkippingCsvOptions csv,
            boolean exact,
            ParseMode mode,
            Broadcast<SerializableConfiguration> conf) {
        this.columns = columns;
        this.folders = folders;
        this.keepsRecords = keepsRecords;
        this.required = required;
        this.rescued = rescued;
        this.csv = csv;
        this.exact = exact;
        this.mode = mode;
        this.conf = conf;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        Configuration hadoopConf = conf.value().value();
        Optional<List<String>> names =
                csv.headerFlag() ? header(hadoopConf, file) : Optional.of(positions());
        if (names.isEmpty()) {
            return scala.collection.Iterator$.MODULE$.empty();
        }
        StructType texts = new StructType();
        for (int i = 0; i < names.get().size(); i++) {
            texts = texts.add("\u0000" + i, DataTypes.StringType);
        }
        StructType wanted = texts.add(csv.columnNameOfCorruptRecord(), DataTypes.StringType);
        var parser = new UnivocityParser(texts, texts, csv);
        var checker =
                new CSVHeaderChecker(
                        texts, csv, "CSV file: " + file.urlEncodedPath(), file.start() == 0);
        Iterator<InternalRow> rows = csv.rows(hadoopConf, file, parser, checker, wanted);
        var converter = new Converter(names.get(), file.urlEncodedPath());
        return new AbstractIterator<>() {
            private final Deque<InternalRow> ready = new ArrayDeque<>(1);

            @Override
            public boolean hasNext() {
                while (ready.isEmpty() && rows.hasNext()) {
                    converter.row(rows.next()).ifPresent(ready::add);
                }
                return !ready.isEmpty();
            }

            @Override
            public InternalRow next() {
                return hasNext() ? ready.removeFirst() : null;
            }
        };
    }

    private Optional<List<String>> header(Configuration hadoopConf, PartitionedFile file) {
        try {
            return CsvHeader.read(hadoopConf, file.toPath(), csv);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the header of " + file.urlEncodedPath(), e);
        }
    }

    private List<String> positions() {
        return List.of(columns.fieldNames());
    }

    /** Makes rows of the texts of one file. */
    private final class Converter {

        private final List<String> names = new ArrayList<>();
        private final String file;

        /** For each value of a record the column that takes it; -1 for none, -2 for no matter. */
        private final int[] takers;

        private final List<Function1<String, Object>> conversions = new ArrayList<>();

        Converter(List<String> header, String file) {
            this.file = file;
            Map<String, Integer> places = new HashMap<>();
            for (int i = 0; i < columns.length(); i++) {
                places.putIfAbsent(key(columns.fields()[i].name()), i);
            }
            takers = new int[header.size()];
            for (int i = 0; i < takers.length; i++) {
                String name = header.get(i).strip();
                Integer place = places.remove(key(name));
                takers[i] =
                        place != null
                                ? place
                                : folders.contains(name.toLowerCase(Locale.ROOT)) ? -2 : -1;
                names.add(name.isEmpty() || names.contains(name) ? "_c" + i : name);
            }
            var parser = new UnivocityParser(columns, columns, csv);
            for (StructField field : columns.fields()) {
                conversions.add(parser.makeConverter(field.name(), field.dataType(), true));
            }
        }

        Optional<InternalRow> row(InternalRow texts) {
            int last = takers.length;
            UTF8String record = texts.isNullAt(last) ? null : texts.getUTF8String(last);
            if (record != null && mode == DropMalformedMode$.MODULE$) {
                return Optional.empty();
            }
            if (record != null && mode == FailFastMode$.MODULE$) {
                throw RescuedData.malformed(file, null);
            }
            ObjectNode lost = RescuedData.nothing();
            if (record != null && !keepsRecords) {
                lost.put(RescuedData.RECORD, record.toString());
            }
            Object[] values = new Object[columns.length()];
            for (int i = 0; i < takers.length; i++) {
                if (texts.isNullAt(i) || takers[i] == -2) {
                    continue;
                }
                UTF8String text = texts.getUTF8String(i);
                if (takers[i] < 0) {
                    lost.put(names.get(i), text.toString());
                } else {
                    values[takers[i]] = value(takers[i], text, lost);
                }
            }
            return Optional.of(row(values, lost, record));
        }

        private Object value(int place, UTF8String text, ObjectNode lost) {
            StructField field = columns.fields()[place];
            if (field.dataType().equals(DataTypes.StringType)) {
                return text.clone();
            }
            try {
                Object value = conversions.get(place).apply(text.toString());
                if (keepsDigits(text.toString(), field.dataType())) {
                    return value;
                }
                lost.put(field.name(), text.toString());
                return null;
            } catch (Exception e) { // some of them throw checked exceptions undeclared
                // Not of the column's type: the text is kept beside it.
                lost.put(field.name(), text.toString());
                return null;
            }
        }

        /** Decimals are written as the locale has them. */
        private boolean keepsDigits(String text, DataType type) throws ParseException {
            if (!(type instanceof DecimalType)) {
                return Digits.fit(text, type);
            }
            if (csv.locale().equals(Locale.US)) {
                return Digits.fit(text.replace(",", ""), type);
            }
            var format = new DecimalFormat("", DecimalFormatSymbols.getInstance(csv.locale()));
            format.setParseBigDecimal(true);
            return Digits.fit((BigDecimal) format.parse(text), type);
        }

        private InternalRow row(Object[] values, ObjectNode lost, UTF8String record) {
            Object[] row = new Object[required.length()];
            for (int i = 0; i < row.length; i++) {
                String name = required.fields()[i].name();
                if (name.equals(rescued)) {
                    row[i] = RescuedData.text(lost, file);
                } else if (keepsRecords && name.equals(csv.columnNameOfCorruptRecord())) {
                    row[i] = record;
                } else {
                    row[i] = values[columns.fieldIndex(name)];
                }
            }
            return new GenericInternalRow(row);
        }
    }

    private String key(String name) {
        return exact ? name.strip() : name.strip().toLowerCase(Locale.ROOT);
    }
}
