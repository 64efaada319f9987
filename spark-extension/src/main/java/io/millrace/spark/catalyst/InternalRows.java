/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows as plain arrays of values in Spark's internal form: out of a data set, through a function of
 * ours on the executors, and back into a data set, without the cost of encoders.
 */
public final class InternalRows {

    private InternalRows() {}

    /** A function that can travel to the executors. */
    public interface RowsFunction
            extends Function<Iterator<Object[]>, Iterator<Object[]>>, Serializable {}

    /** A test that can travel to the executors; it sees a row that is used again for the next. */
    public interface RowTest extends Serializable {
        boolean test(Object[] row);
    }

    /** What came of {@link #collectAtMost}. */
    public record Collected(List<Object[]> rows, boolean complete) {}

    /** Reads the whole data set in one job. */
    public static List<Object[]> collect(Dataset<Row> data) {
        return collectAtMost(data, Integer.MAX_VALUE, new int[0], null).rows();
    }

    /**
     * Reads the data set in one job and gives up as soon as one partition holds more than its share
     * of the limit.
     *
     * @param tested the columns that the test sees, in this order
     * @param test which rows count; null for all
     */
    public static Collected collectAtMost(
            Dataset<Row> data, int limit, int[] tested, RowTest test) {
        DataType[] types = types(data.schema());
        JavaRDD<InternalRow> rows = internal(data).queryExecution().toRdd().toJavaRDD();
        // Not every partition may fill up before the whole is known to be too much.
        int share =
                limit == Integer.MAX_VALUE
                        ? limit
                        : limit / Math.max(1, Math.min(4, rows.getNumPartitions()));
        List<InternalRow> collected =
                rows.mapPartitions(partition -> bounded(partition, share, tested, test, types))
                        .collect();
        if (collected.contains(null) || collected.size() > limit) {
            return new Collected(List.of(), false);
        }
        List<Object[]> values = new ArrayList<>(collected.size());
        for (InternalRow row : collected) {
            values.add(values(row, types));
        }
        return new Collected(values, true);
    }

    /**
     * How many bytes the sources of a data set say they have to read; empty when one of them does
     * not know.
     */
    public static OptionalLong sourceSize(Dataset<Row> data) {
        BigInteger size = BigInteger.ZERO;
        for (var leaf :
                CollectionConverters.asJava(
                        internal(data).queryExecution().optimizedPlan().collectLeaves())) {
            size = size.add(leaf.stats().sizeInBytes().bigInteger());
        }
        return size.bitLength() < Long.SIZE - 1
                ? OptionalLong.of(size.longValue())
                : OptionalLong.empty();
    }

    private static Iterator<InternalRow> bounded(
            Iterator<InternalRow> partition,
            int limit,
            int[] tested,
            RowTest test,
            DataType[] types) {
        List<InternalRow> kept = new ArrayList<>();
        Object[] seen = new Object[tested.length];
        while (partition.hasNext()) {
            InternalRow row = partition.next();
            if (test != null) {
                for (int i = 0; i < tested.length; i++) {
                    seen[i] = row.isNullAt(tested[i]) ? null : row.get(tested[i], types[tested[i]]);
                }
                if (!test.test(seen)) {
                    continue;
                }
            }
            if (kept.size() == limit) {
                kept.clear();
                kept.add(null);
                return kept.iterator();
            }
            kept.add(row.copy());
        }
        return kept.iterator();
    }

    /**
     * The values of a row.
     *
     * @param row in Spark's internal form
     */
    public static Object[] values(Object row, StructType schema) {
        return values((InternalRow) row, types(schema));
    }

    /** Whether the rows of a data set are on the driver, so that no job is needed for them. */
    public static boolean areAtHand(Dataset<Row> data) {
        return internal(data).queryExecution().optimizedPlan() instanceof LocalRelation;
    }

    /** A data set of rows that are at hand. */
    public static Dataset<Row> dataset(
            SparkSession session, List<Object[]> rows, StructType schema) {
        List<InternalRow> internal = new ArrayList<>(rows.size());
        for (Object[] row : rows) {
            internal.add(new GenericInternalRow(row));
        }
        LocalRelation relation =
                new LocalRelation(
                        CollectionConverters.asScala(
                                        new ArrayList<
                                                org.apache.spark.sql.catalyst.expressions
                                                        .Attribute>(
                                                CollectionConverters.asJava(
                                                        DataTypeUtils.toAttributes(schema))))
                                .toSeq(),
                        CollectionConverters.asScala(internal).toSeq(),
                        false,
                        scala.Option.empty());
        return org.apache.spark.sql.classic.Dataset$.MODULE$.ofRows(classic(session), relation);
    }

    /**
     * Brings the rows with equal keys together and gives them to the function, one call a
     * partition, the rows sorted by the key columns.
     */
    public static Dataset<Row> mapByKey(
            Dataset<Row> data, List<String> keys, StructType output, RowsFunction function) {
        Column[] columns = Columns.named(keys);
        return map(data.repartition(columns).sortWithinPartitions(columns), output, function);
    }

    /** What becomes of the rows of one key; it travels to the executors. */
    public interface KeyFunction extends Serializable {

        /**
         * A key has a single row, which stays as it is.
         *
         * @param watched the values of the watched columns
         */
        void single(Object[] watched);

        /** The rows that take the place of a key's rows; they have the same columns. */
        List<Object[]> several(List<Object[]> rows);
    }

    /**
     * Brings the rows with equal keys together and lets the function fold them. Rows that are alone
     * with their key pass without being taken apart.
     *
     * @param watched the columns that {@link KeyFunction#single} sees
     */
    public static Dataset<Row> foldByKey(
            Dataset<Row> data, List<String> keys, int[] watched, KeyFunction function) {
        Column[] columns = Columns.named(keys);
        StructType schema = data.schema();
        int[] places = keys.stream().mapToInt(schema::fieldIndex).toArray();
        DataType[] types = types(schema);
        JavaRDD<InternalRow> folded =
                internal(data.repartition(columns).sortWithinPartitions(columns))
                        .queryExecution()
                        .toRdd()
                        .toJavaRDD()
                        .mapPartitions(
                                partition ->
                                        new KeyFolding(
                                                partition, places, watched, types, function));
        return classic(data.sparkSession()).internalCreateDataFrame(folded.rdd(), schema, false);
    }

    /**
     * The first rows of the first and of the last partition, in one job.
     *
     * @param limit rows of each
     */
    public static List<Object[]> heads(Dataset<Row> data, int limit) {
        DataType[] types = types(data.schema());
        JavaRDD<InternalRow> rows = internal(data).queryExecution().toRdd().toJavaRDD();
        int last = rows.getNumPartitions() - 1;
        if (last < 0) {
            return List.of();
        }
        List<Object[]> heads = new ArrayList<>();
        List<InternalRow>[] collected =
                rows.mapPartitions(partition -> head(partition, limit))
                        .collectPartitions(last == 0 ? new int[] {0} : new int[] {0, last});
        for (List<InternalRow> head : collected) {
            head.forEach(row -> heads.add(values(row, types)));
        }
        return heads;
    }

    private static Iterator<InternalRow> head(Iterator<InternalRow> partition, int limit) {
        List<InternalRow> head = new ArrayList<>();
        while (head.size() < limit && partition.hasNext()) {
            head.add(partition.next().copy());
        }
        return head.iterator();
    }

    /** Gives the rows of each partition to the function. */
    public static Dataset<Row> map(Dataset<Row> data, StructType output, RowsFunction function) {
        DataType[] types = types(data.schema());
        JavaRDD<InternalRow> mapped =
                internal(data)
                        .queryExecution()
                        .toRdd()
                        .toJavaRDD()
                        .mapPartitions(
                                partition ->
                                        new Mapped<Object[], InternalRow>(
                                                function.apply(
                                                        new Mapped<InternalRow, Object[]>(
                                                                partition,
                                                                row -> values(row.copy(), types))),
                                                GenericInternalRow::new));
        return classic(data.sparkSession()).internalCreateDataFrame(mapped.rdd(), output, false);
    }

    static Object[] values(InternalRow row, DataType[] types) {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = value(row, i, types);
        }
        return values;
    }

    static Object[] values(InternalRow row, int[] columns, DataType[] types) {
        Object[] values = new Object[columns.length];
        for (int i = 0; i < columns.length; i++) {
            values[i] = value(row, columns[i], types);
        }
        return values;
    }

    private static Object value(InternalRow row, int column, DataType[] types) {
        return row.isNullAt(column) ? null : row.get(column, types[column]);
    }

    private static DataType[] types(StructType schema) {
        return java.util.Arrays.stream(schema.fields())
                .map(field -> field.dataType())
                .toArray(DataType[]::new);
    }

    private static org.apache.spark.sql.classic.Dataset<Row> internal(Dataset<Row> data) {
        return (org.apache.spark.sql.classic.Dataset<Row>) data;
    }

    private static org.apache.spark.sql.classic.SparkSession classic(SparkSession session) {
        return (org.apache.spark.sql.classic.SparkSession) session;
    }

    private record Mapped<A, B>(Iterator<A> source, Function<A, B> mapping) implements Iterator<B> {
        @Override
        public boolean hasNext() {
            return source.hasNext();
        }

        @Override
        public B next() {
            return mapping.apply(source.next());
        }
    }
}
