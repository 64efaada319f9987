/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecentSnapshotsTest {

    private final SparkSession session = SharedSparkSession.get();

    @TempDir private Path folder;

    @Test
    void aLookDoesForThoseWhoAskForThatTimeOrAnEarlierOne() throws InterruptedException {
        String path = folder.resolve("t").toString();
        RecentSnapshots tables = new RecentSnapshots(session);
        long before = System.currentTimeMillis();
        Thread.sleep(2);
        assertThat(tables.since(path, before)).isEmpty();

        append(path, 3);
        assertThat(tables.since(path, before)).as("as it was").isEmpty();
        Thread.sleep(2);
        long after = System.currentTimeMillis();
        Thread.sleep(2);
        assertThat(tables.since(path, after)).map(TableSnapshot::version).contains(0L);
        assertThat(tables.since(path, before)).map(TableSnapshot::version).contains(0L);
    }

    @Test
    void whatIsWrittenIsSeenForATimeBeforeToo() throws InterruptedException {
        String path = folder.resolve("t").toString();
        append(path, 3);
        long time = System.currentTimeMillis();
        Thread.sleep(2);
        DeltaTableLog log = DeltaTableLog.at(session, path);
        assertThat(log.snapshot()).map(TableSnapshot::version).contains(0L);
        append(path, 4);
        assertThat(log.snapshotSince(time)).map(TableSnapshot::version).contains(1L);
        assertThat(log.rowCount()).isEqualTo(OptionalLong.of(7));
    }

    private void append(String path, int rows) {
        session.range(rows).write().format("delta").mode("append").save(path);
    }
}
