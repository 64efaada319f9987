/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArrayFormat;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A set of rows, each known by the name of its file and its place in it. */
public final class RowLocations {

    private final Map<String, RoaringBitmapArray> files = new HashMap<>();

    public void add(String file, long row) {
        files.computeIfAbsent(file, name -> new RoaringBitmapArray()).add(row);
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public long rowCount() {
        return files.values().stream().mapToLong(RoaringBitmapArray::cardinality).sum();
    }

    public int fileCount() {
        return files.size();
    }

    /** The rows of each file in the form that Delta stores, for sending them to the driver. */
    private List<Map.Entry<String, byte[]>> pack() {
        return files.entrySet().stream()
                .<Map.Entry<String, byte[]>>map(
                        entry ->
                                new AbstractMap.SimpleImmutableEntry<>(
                                        entry.getKey(), bytes(entry.getValue())))
                .toList();
    }

    private void addAll(Map.Entry<String, byte[]> packed) {
        files.computeIfAbsent(packed.getKey(), name -> new RoaringBitmapArray())
                .or(RoaringBitmapArray.readFrom(packed.getValue()));
    }

    /**
     * Brings together what the executors know, one packed set a file and partition.
     *
     * @param places rows of file name and row number
     */
    public static RowLocations collect(Dataset<Row> places) {
        RowLocations all = new RowLocations();
        places.toJavaRDD()
                .mapPartitions(
                        rows -> {
                            RowLocations own = new RowLocations();
                            rows.forEachRemaining(row -> own.add(row.getString(0), row.getLong(1)));
                            return own.pack().iterator();
                        })
                .collect()
                .forEach(all::addAll);
        return all;
    }

    /** The places as rows, under the names that scans give them. */
    public Dataset<Row> rows(SparkSession session) {
        List<Row> rows = new ArrayList<>();
        files.forEach(
                (file, numbers) -> {
                    for (long number : numbers.values()) {
                        rows.add(RowFactory.create(file, number));
                    }
                });
        return session.createDataFrame(
                rows,
                new StructType()
                        .add(RowLevelTransaction.FILE_COLUMN, DataTypes.StringType)
                        .add(RowLevelTransaction.ROW_COLUMN, DataTypes.LongType));
    }

    Map<String, RoaringBitmapArray> files() {
        return files;
    }

    static byte[] bytes(RoaringBitmapArray rows) {
        return rows.serializeAsByteArray(RoaringBitmapArrayFormat.Portable());
    }
}
