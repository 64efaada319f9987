/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import static java.util.Objects.requireNonNull;

import org.apache.spark.sql.types.StructType;

/**
 * The columns of a file.
 *
 * @param columns as the user sees them
 * @param stored the same columns as {@link StoredTypes} reads them; equal unless the file has
 *     values that Spark's reader does not know
 */
public record StoredColumns(StructType columns, StructType stored) {

    public StoredColumns {
        requireNonNull(columns, "columns");
        requireNonNull(stored, "stored");
    }

    public static StoredColumns plain(StructType columns) {
        return new StoredColumns(columns, columns);
    }

    /** Whether Spark's reader gives the values as the user sees them. */
    public boolean isPlain() {
        return columns.equals(stored);
    }
}
