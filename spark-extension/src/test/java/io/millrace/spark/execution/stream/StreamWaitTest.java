/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.execution.report.FlowProgress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StreamWaitTest {

    /** The query would go on for ever, and no interrupt comes. */
    @Test
    void aQueryIsStoppedWithItsUpdateAlsoWithoutAnInterrupt(@TempDir Path checkpoint)
            throws Exception {
        StreamingQuery query =
                SharedSparkSession.get()
                        .newSession()
                        .readStream()
                        .format("rate")
                        .load()
                        .writeStream()
                        .format("noop")
                        .option("checkpointLocation", checkpoint.toString())
                        .start();
        AtomicBoolean stopping = new AtomicBoolean();
        FlowProgress progress = new FlowProgress(null, null, null, stopping::get);
        assertThatThrownBy(() -> StreamWait.await(query, progress, batch -> stopping.set(true)))
                .isInstanceOf(InterruptedException.class);
        assertThat(query.isActive()).isFalse();
    }
}
