/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArrayFormat;

/** A set of rows, each known by the name of its file and its place in it. */
public final class RowLocations {

    private final Map<String, RoaringBitmapArray> files = new HashMap<>();

    public void add(String file, long row) {
        files.computeIfAbsent(file, name -> new RoaringBitmapArray()).add(row);
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public int fileCount() {
        return files.size();
    }

    /** The rows of one file in the form that Delta stores: for sending them to the driver. */
    public record Packed(String file, byte[] rows) implements Serializable {}

    public java.util.List<Packed> pack() {
        return files.entrySet().stream()
                .map(entry -> new Packed(entry.getKey(), bytes(entry.getValue())))
                .toList();
    }

    public void addAll(Packed packed) {
        files.computeIfAbsent(packed.file(), name -> new RoaringBitmapArray())
                .or(RoaringBitmapArray.readFrom(packed.rows()));
    }

    Map<String, RoaringBitmapArray> files() {
        return files;
    }

    static byte[] bytes(RoaringBitmapArray rows) {
        return rows.serializeAsByteArray(RoaringBitmapArrayFormat.Portable());
    }
}
