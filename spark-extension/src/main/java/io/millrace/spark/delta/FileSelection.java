/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/** Which data files of a table are read, decided by what the log says of them. */
public final class FileSelection {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Looks at a file; is told what a column is called in the log. */
    private final BiPredicate<AddFile, UnaryOperator<String>> test;

    private FileSelection(BiPredicate<AddFile, UnaryOperator<String>> test) {
        this.test = test;
    }

    public static FileSelection all() {
        return new FileSelection((file, names) -> true);
    }

    public static FileSelection none() {
        return new FileSelection((file, names) -> false);
    }

    /** Files of one partition; the value as the log writes it. */
    public static FileSelection partition(String column, String value) {
        return new FileSelection(
                (file, names) ->
                        value.equals(
                                CollectionConverters.asJava(file.partitionValues())
                                        .get(names.apply(column))));
    }

    /**
     * Files whose least and greatest value of a column leave room for one of the values, which are
     * in Spark's internal form. Whole numbers and text are looked at; else every file passes.
     */
    public static FileSelection holdingAny(String column, Collection<Object> values) {
        if (values.stream().allMatch(FileSelection::isWhole)) {
            long[] sorted =
                    values.stream()
                            .mapToLong(value -> ((Number) value).longValue())
                            .sorted()
                            .toArray();
            return bounded(
                    column,
                    (least, greatest) ->
                            !least.isIntegralNumber()
                                    || !greatest.isIntegralNumber()
                                    || holds(sorted, least.asLong(), greatest.asLong()));
        }
        if (values.stream().allMatch(UTF8String.class::isInstance)) {
            UTF8String[] sorted =
                    values.stream().map(UTF8String.class::cast).sorted().toArray(UTF8String[]::new);
            return bounded(
                    column,
                    (least, greatest) ->
                            holds(
                                    sorted,
                                    UTF8String.fromString(least.asText()),
                                    UTF8String.fromString(greatest.asText())));
        }
        return all();
    }

    /** Files that may hold a whole number of at most the bound in a column. */
    public static FileSelection holdingAtMost(String column, long bound) {
        return bounded(
                column, (least, greatest) -> !least.isIntegralNumber() || least.asLong() <= bound);
    }

    private static boolean isWhole(Object value) {
        return value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte;
    }

    private static boolean holds(long[] sorted, long least, long greatest) {
        int found = Arrays.binarySearch(sorted, least);
        int first = found >= 0 ? found : -found - 1;
        return first < sorted.length && sorted[first] <= greatest;
    }

    private static boolean holds(UTF8String[] sorted, UTF8String least, UTF8String greatest) {
        int found = Arrays.binarySearch(sorted, least);
        int first = found >= 0 ? found : -found - 1;
        return first < sorted.length && sorted[first].compareTo(greatest) <= 0;
    }

    /** A file whose bounds are not known passes. */
    private static FileSelection bounded(String column, BiPredicate<JsonNode, JsonNode> bounds) {
        return new FileSelection(
                (file, names) -> {
                    String statistics = file.stats();
                    if (statistics == null || statistics.isEmpty()) {
                        return true;
                    }
                    try {
                        JsonNode tree = JSON.readTree(statistics);
                        String name = names.apply(column);
                        JsonNode least = tree.path("minValues").path(name);
                        JsonNode greatest = tree.path("maxValues").path(name);
                        return least.isMissingNode()
                                || greatest.isMissingNode()
                                || bounds.test(least, greatest);
                    } catch (JsonProcessingException e) {
                        return true;
                    }
                });
    }

    public FileSelection and(FileSelection other) {
        return new FileSelection(test.and(other.test));
    }

    /**
     * Whether a file is read.
     *
     * @param names what a column of the table is called in the log
     */
    boolean passes(AddFile file, UnaryOperator<String> names) {
        return test.test(file, names);
    }
}
