/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamStarterTest {

    @Test
    void aQueryWhoseStartIsInterruptedDoesNotGoOn(@TempDir Path checkpoint) throws Exception {
        SparkSession session = SharedSparkSession.get().newSession();
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        session.streams().addListener(new SlowStart(starting, go));
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                var unused =
                                        StreamStarter.start(
                                                session.readStream().format("rate").load(),
                                                "interrupted",
                                                checkpoint.toString(),
                                                OutputMode.Append(),
                                                Trigger.ProcessingTime(100),
                                                (own, batch, rows) -> {});
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        thread.start();
        assertThat(starting.await(1, TimeUnit.MINUTES)).isTrue();
        thread.interrupt();
        go.countDown();
        thread.join(TimeUnit.MINUTES.toMillis(1));

        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("stream execution thread for interrupted "));
    }

    /** Whoever starts a query waits for this. */
    private static final class SlowStart extends StreamingQueryListener {

        private final CountDownLatch starting;
        private final CountDownLatch go;

        SlowStart(CountDownLatch starting, CountDownLatch go) {
            this.starting = starting;
            this.go = go;
        }

        @Override
        public void onQueryStarted(QueryStartedEvent event) {
            starting.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onQueryProgress(QueryProgressEvent event) {}

        @Override
        public void onQueryTerminated(QueryTerminatedEvent event) {}
    }
}
