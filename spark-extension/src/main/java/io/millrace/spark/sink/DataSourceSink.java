/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.spark.catalyst.MicroBatch;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;

/**
 * Any data source of Spark that rows can be appended to. It keeps no marks: a batch that comes
 * again is written again.
 */
final class DataSourceSink implements BatchSink {

    private final SinkSpec sink;

    DataSourceSink(SinkSpec sink) {
        this.sink = sink;
    }

    @Override
    public void check(SparkSession session, StructType rows) {
        DataSourceCheck.check(session, sink.format());
        if (SinkFormat.of(sink) == SinkFormat.KAFKA) {
            KafkaColumns.check(sink, rows);
        }
        var unused = SinkOptionValues.of(session, sink);
    }

    @Override
    public OptionalLong lastMark(SparkSession session, String application) {
        return OptionalLong.empty();
    }

    @Override
    public long write(SinkBatch batch) {
        LongAccumulator count = batch.session().sparkContext().longAccumulator();
        MicroBatch.counted(batch.rows(), count)
                .write()
                .format(sink.format())
                .mode("append")
                .options(SinkOptionValues.of(batch.session(), sink))
                .save();
        return count.value();
    }
}
