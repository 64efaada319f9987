/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.DataSources;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** Whether there is a data source for a sink. */
final class DataSourceCheck {

    /** What Spark has outside of its own jars. */
    private static final Map<String, String> PACKAGES =
            Map.of(
                    "kafka", "org.apache.spark:spark-sql-kafka-0-10_2.13",
                    "avro", "org.apache.spark:spark-avro_2.13");

    private DataSourceCheck() {}

    static void check(SparkSession session, String format) {
        if (DataSources.exists(session, format)) {
            return;
        }
        String known = PACKAGES.get(format);
        throw new QueryException(
                RunErrorCode.MILLRACE_SINK_FORMAT,
                "there is no data source `%s` on the class path".formatted(format),
                known == null
                        ? "add its jar: spark-submit --packages or --jars"
                        : "add %s:%s: spark-submit --packages or --jars"
                                .formatted(known, session.version()));
    }
}
