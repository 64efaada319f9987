/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.some;

import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.catalyst.Columns;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the columns whose values would not come back from the numbers that they were taken for, and
 * makes them STRING. Columns are looked into as deep as they are nested.
 */
final class NumberTexts {

    private final SparkSession session;
    private final FileFormat format;
    private final Map<String, String> reader;
    private final Predicate<DataType> numbers;
    private final String pattern;

    /**
     * @param reader the options of Spark's reader
     * @param numbers the types in question
     * @param pattern of the texts that such a type would change, as a regular expression
     */
    NumberTexts(
            SparkSession session,
            FileFormat format,
            Map<String, String> reader,
            Predicate<DataType> numbers,
            String pattern) {
        this.session = session;
        this.format = format;
        this.reader = reader;
        this.numbers = numbers;
        this.pattern = pattern;
    }

    /** The columns as they were found, less the numbers that would lose something. */
    StructType keep(StructType found, List<FileStatus> files) {
        List<Column> tests = new ArrayList<>();
        for (StructField field : found.fields()) {
            Column column = Columns.named(field.name());
            addTests(field.dataType(), test -> test.apply(column), tests);
        }
        if (tests.isEmpty()) {
            return found;
        }
        Row changed = changed(files, found, tests);
        Iterator<Integer> places = IntStream.range(0, tests.size()).iterator();
        return (StructType) withText(found, () -> changed.getBoolean(places.next()));
    }

    private Row changed(List<FileStatus> files, StructType found, List<Column> tests) {
        Dataset<Row> rows =
                new GivenFiles(session, format, reader)
                        .rows((StructType) withText(found, () -> true), files);
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
    private void addTests(
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
        } else if (numbers.test(type)) {
            tests.add(at.apply(value -> value.rlike(pattern)));
        }
    }

    /** The type with STRING for those of its numbers that are picked, asked for in order. */
    private DataType withText(DataType type, BooleanSupplier picked) {
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
        return numbers.test(type) && picked.getAsBoolean() ? DataTypes.StringType : type;
    }
}
