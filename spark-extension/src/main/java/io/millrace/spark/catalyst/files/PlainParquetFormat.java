/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import org.apache.spark.sql.execution.datasources.FileFormat$;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.StructField;
import scala.collection.immutable.Seq;

/**
 * Parquet with the {@code _metadata} that all formats have: Spark's own adds a row index, and a
 * batch and a stream would differ.
 */
public final class PlainParquetFormat extends ParquetFileFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public Seq<StructField> metadataSchemaFields() {
        return FileFormat$.MODULE$.BASE_METADATA_FIELDS();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PlainParquetFormat;
    }

    @Override
    public int hashCode() {
        return PlainParquetFormat.class.hashCode();
    }
}
