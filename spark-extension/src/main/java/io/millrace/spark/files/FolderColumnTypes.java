/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.spark.fileset.FolderColumns;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/** Finds the columns that stand in folder names, and their types. */
final class FolderColumnTypes {

    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

    private FolderColumnTypes() {}

    /**
     * The columns in the order in which the folders nest.
     *
     * @param only the names that count; empty for all
     * @param typed whether types are guessed; else all are STRING
     */
    static List<StructField> infer(
            Path root, List<FileStatus> files, Optional<List<String>> only, boolean typed) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        only.ifPresent(names -> names.forEach(name -> values.put(name, new ArrayList<>())));
        for (FileStatus file : files) {
            FolderColumns.of(root, file.getPath())
                    .forEach((name, value) -> add(values, name, value, only.isEmpty()));
        }
        List<StructField> fields = new ArrayList<>();
        values.forEach(
                (name, texts) ->
                        fields.add(
                                DataTypes.createStructField(
                                        name, typed ? type(texts) : DataTypes.StringType, true)));
        return fields;
    }

    private static void add(
            Map<String, List<String>> values, String name, Optional<String> value, boolean any) {
        String key = name;
        for (String known : values.keySet()) {
            if (known.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                key = known;
            }
        }
        List<String> texts = values.get(key);
        if (texts == null && any) {
            texts = new ArrayList<>();
            values.put(key, texts);
        }
        if (texts != null) {
            value.ifPresent(texts::add);
        }
    }

    /** {@code 01} is text: a month, a store, never the number 1. */
    private static DataType type(List<String> texts) {
        if (texts.isEmpty()) {
            return DataTypes.StringType;
        }
        if (all(texts, text -> INTEGER.matcher(text).matches())) {
            boolean small = all(texts, text -> Math.abs(Long.parseLong(text)) <= 999_999_999L);
            return small ? DataTypes.IntegerType : DataTypes.LongType;
        }
        return all(texts, FolderColumnTypes::isDate) ? DataTypes.DateType : DataTypes.StringType;
    }

    private static boolean all(List<String> texts, Predicate<String> test) {
        return texts.stream().allMatch(test);
    }

    private static boolean isDate(String text) {
        if (!DATE.matcher(text).matches()) {
            return false;
        }
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
