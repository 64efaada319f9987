/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.every;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.try_to_timestamp;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.CsvHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of CSV files: names from all headers, types by looking at every value once.
 *
 * <p>A type is taken only when it gives back what the file says: a value with a leading zero is
 * text, a whole number beyond BIGINT is DECIMAL or, beyond 38 digits, text. Whole numbers are
 * BIGINT however small they are now.
 */
final class CsvInference {

    private static final String WHOLE = "^-?(0|[1-9][0-9]*)$";
    private static final String FRACTION = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$";

    /** More digits than a DOUBLE keeps, the point and leading zeros apart. */
    static final String MORE_THAN_A_DOUBLE = "^-?(0\\.0*)?[0-9.]{19,}";

    private static final String DATE = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$";
    private static final String TIMESTAMP = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}.*$";

    /** The tests of a column, the first that all values pass decides. */
    private static final List<Map.Entry<String, DataType>> TYPES =
            List.of(
                    Map.entry("long", DataTypes.LongType),
                    Map.entry("decimal", DataTypes.createDecimalType(38, 0)),
                    Map.entry("double", DataTypes.DoubleType),
                    Map.entry("boolean", DataTypes.BooleanType),
                    Map.entry("date", DataTypes.DateType),
                    Map.entry("timestamp", DataTypes.TimestampType));

    private final SparkSession session;
    private final Map<String, String> options;
    private final boolean typed;

    CsvInference(SparkSession session, Map<String, String> options, boolean typed) {
        this.session = session;
        this.options = options;
        this.typed = typed;
    }

    StructType infer(List<FileStatus> files) {
        StructType names = names(files);
        if (!typed || names.isEmpty()) {
            return names;
        }
        Dataset<Row> values = values(files, names);
        List<Column> tests = new ArrayList<>();
        for (int i = 0; i < names.length(); i++) {
            tests.add(tests(values.col("`" + i + "`")).as("c" + i));
        }
        Row passed =
                values.agg(tests.get(0), tests.subList(1, tests.size()).toArray(Column[]::new))
                        .first();
        List<StructField> fields = new ArrayList<>();
        for (int i = 0; i < names.length(); i++) {
            fields.add(
                    DataTypes.createStructField(
                            names.fieldNames()[i], type(passed.getStruct(i)), true));
        }
        return DataTypes.createStructType(fields);
    }

    /** All columns as STRING: those of all headers, or {@code _c0} to the widest first record. */
    private StructType names(List<FileStatus> files) {
        boolean header = Boolean.parseBoolean(options.get(KnownOptions.HEADER));
        Map<String, String> names = new LinkedHashMap<>();
        for (FileStatus file : files) {
            List<String> record = firstRecord(file);
            for (int i = 0; i < record.size(); i++) {
                String name = header ? record.get(i).strip() : "_c" + i;
                if (!name.isEmpty()) {
                    names.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
                }
            }
        }
        StructType schema = new StructType();
        for (String name : names.values()) {
            schema = schema.add(name, DataTypes.StringType);
        }
        return schema;
    }

    private List<String> firstRecord(FileStatus file) {
        try {
            return CsvHeader.read(session, file.getPath(), options).orElse(List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.getPath(), e);
        }
    }

    /** The values, columns named by their numbers so that no name can be odd. */
    private Dataset<Row> values(List<FileStatus> files, StructType names) {
        Dataset<Row> rows = new GivenFiles(session, FileFormat.CSV, options).rows(names, files);
        String ratio = options.get("samplingRatio");
        Dataset<Row> sample = ratio == null ? rows : rows.sample(Double.parseDouble(ratio), 0L);
        String[] numbers = new String[names.length()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.toString(i);
        }
        return sample.toDF(numbers);
    }

    private Column tests(Column value) {
        Column whole = value.rlike(WHOLE);
        Column fraction = value.rlike(FRACTION).and(not(value.rlike(MORE_THAN_A_DOUBLE)));
        Column truth = value.rlike("(?i)^(true|false)$");
        return struct(
                all(value, value.isNull()).as("empty"),
                all(value, whole.and(value.try_cast(DataTypes.LongType).isNotNull())).as("long"),
                all(value, whole.and(value.rlike("^-?[0-9]{1,38}$"))).as("decimal"),
                all(value, fraction).as("double"),
                all(value, truth).as("boolean"),
                all(value, date(value)).as("date"),
                all(value, timestamp(value)).as("timestamp"));
    }

    /** Whether every value that is there passes. */
    private static Column all(Column value, Column test) {
        return coalesce(every(value.isNull().or(coalesce(test, lit(false)))), lit(true));
    }

    private Column date(Column value) {
        String format = options.get("dateFormat");
        return format == null
                ? value.rlike(DATE).and(value.try_cast(DataTypes.DateType).isNotNull())
                : try_to_timestamp(value, lit(format)).isNotNull();
    }

    private Column timestamp(Column value) {
        String format = options.get("timestampFormat");
        return format == null
                ? value.rlike(TIMESTAMP).and(value.try_cast(DataTypes.TimestampType).isNotNull())
                : try_to_timestamp(value, lit(format)).isNotNull();
    }

    private static DataType type(Row passed) {
        if (passed.<Boolean>getAs("empty")) {
            return DataTypes.StringType;
        }
        for (Map.Entry<String, DataType> test : TYPES) {
            if (passed.<Boolean>getAs(test.getKey())) {
                return test.getValue();
            }
        }
        return DataTypes.StringType;
    }
}
