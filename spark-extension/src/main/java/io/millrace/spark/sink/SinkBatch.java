/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.delta.TableWrite;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Rows for a sink.
 *
 * @param session the query's own
 * @param rows a batch that can be run
 * @param mark tells the batch apart from all others; the same when it comes again
 */
public record SinkBatch(SparkSession session, Dataset<Row> rows, TableWrite.Mark mark) {
    public SinkBatch {
        requireNonNull(session, "session");
        requireNonNull(rows, "rows");
        requireNonNull(mark, "mark");
    }
}
