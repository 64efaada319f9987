/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.execution.LogicalRDD$;

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
}
