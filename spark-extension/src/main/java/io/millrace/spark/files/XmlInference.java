/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.some;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of XML files: what Spark finds, less the numbers that would lose leading zeros. */
final class XmlInference {

    private static final String LEADING_ZERO = "^\\s*[+-]?0[0-9]";

    private final SparkSession session;
    private final Map<String, String> options;
    private final boolean typed;

    XmlInference(SparkSession session, Map<String, String> options, boolean typed) {
        this.session = session;
        this.options = options;
        this.typed = typed;
    }

    StructType infer(List<FileStatus> files) {
        Map<String, String> reader = new LinkedHashMap<>(options);
        reader.put("inferSchema", Boolean.toString(typed));
        StructType found = SchemaInference.sparks(session, FilesFormat.XML, reader, files);
        List<Column> tests = new ArrayList<>();
        for (StructField field : found.fields()) {
            addTests(field.dataType(), test -> test.apply(col("`" + field.name() + "`")), tests);
        }
        if (tests.isEmpty()) {
            return found;
        }
        Row zeros = leadingZeros(files, reader, found, tests);
        Iterator<Integer> numbers = IntStream.range(0, tests.size()).iterator();
        return (StructType) withText(found, () -> zeros.getBoolean(numbers.next()));
    }

    private Row leadingZeros(
            List<FileStatus> files,
            Map<String, String> reader,
            StructType found,
            List<Column> tests) {
        Dataset<Row> rows =
                session.read()
                        .format(FilesFormat.XML.key())
                        .options(reader)
                        .option("__globPaths__", "false")
                        .option("recursiveFileLookup", "true")
                        .schema((StructType) withText(found, () -> true))
                        .load(
                                files.stream()
                                        .map(file -> file.getPath().toString())
                                        .toArray(String[]::new));
        Column[] columns =
                tests.stream()
                        .map(test -> coalesce(some(coalesce(test, lit(false))), lit(false)))
                        .toArray(Column[]::new);
        return rows.select(columns).first();
    }

    /**
     * Adds a test for each number inside a type, in the order of {@link #withText}.
     *
     * @param at makes a test of a whole row out of a test of a value of this type
     */
    private static void addTests(
            DataType type, Function<Function<Column, Column>, Column> at, List<Column> tests) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                addTests(
                        field.dataType(),
                        test -> at.apply(value -> test.apply(value.getField(field.name()))),
                        tests);
            }
        } else if (type instanceof ArrayType array) {
            addTests(
                    array.elementType(),
                    test -> at.apply(value -> exists(value, test::apply)),
                    tests);
        } else if (type instanceof NumericType) {
            tests.add(at.apply(value -> value.rlike(LEADING_ZERO)));
        }
    }

    /** The type with STRING for those of its numbers that are picked, asked for in order. */
    private static DataType withText(DataType type, BooleanSupplier picked) {
        if (type instanceof StructType struct) {
            List<StructField> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                fields.add(
                        DataTypes.createStructField(
                                field.name(), withText(field.dataType(), picked), true));
            }
            return DataTypes.createStructType(fields);
        }
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(withText(array.elementType(), picked), true);
        }
        return type instanceof NumericType && picked.getAsBoolean() ? DataTypes.StringType : type;
    }
}
