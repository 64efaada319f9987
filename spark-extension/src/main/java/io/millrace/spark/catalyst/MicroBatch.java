/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Iterator;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.execution.LogicalRDD$;
import org.apache.spark.util.LongAccumulator;

/** The rows of a micro-batch of a streaming query. */
public final class MicroBatch {

    private MicroBatch() {}

    /**
     * The rows as a data set like any other, for more than a plain write: what a sink is given can
     * only be run as it is.
     */
    public static org.apache.spark.sql.Dataset<Row> rows(org.apache.spark.sql.Dataset<Row> given) {
        Dataset<Row> data = (Dataset<Row>) given;
        return Dataset$.MODULE$.ofRows(
                data.sparkSession(),
                LogicalRDD$.MODULE$.fromDataset(data.queryExecution().toRdd(), data, false));
    }

    /**
     * The same rows; they are counted when they are run. Each task that succeeds counts once where
     * nothing but the end of the job lies behind.
     */
    public static org.apache.spark.sql.Dataset<Row> counted(
            org.apache.spark.sql.Dataset<Row> given, LongAccumulator count) {
        Dataset<Row> data = (Dataset<Row>) given;
        RDD<InternalRow> rows =
                data.queryExecution()
                        .toRdd()
                        .toJavaRDD()
                        .mapPartitions(of -> new Counting(of, count), true)
                        .rdd();
        return Dataset$.MODULE$.ofRows(
                data.sparkSession(), LogicalRDD$.MODULE$.fromDataset(rows, data, false));
    }

    /** Counts what passes. */
    private static final class Counting implements Iterator<InternalRow> {
        private final Iterator<InternalRow> rows;
        private final LongAccumulator count;

        Counting(Iterator<InternalRow> rows, LongAccumulator count) {
            this.rows = rows;
            this.count = count;
        }

        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public InternalRow next() {
            count.add(1L);
            return rows.next();
        }
    }
}
