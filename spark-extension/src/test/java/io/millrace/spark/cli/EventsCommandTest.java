/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowStatus;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.event.EventLog;
import io.millrace.spark.event.EventOrigin;
import io.millrace.spark.event.ExecutorTime;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.event.FlowEvents;
import io.millrace.spark.storage.StorageFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EventsCommandTest {

    @TempDir Path folder;

    private final CommandRunner runner = new CommandRunner();

    @BeforeEach
    void writePipeline() throws Exception {
        Files.writeString(
                folder.resolve("shop.sql"), "CREATE MATERIALIZED VIEW v AS SELECT 1 AS x;");
    }

    private EventLog log(String update, String time) {
        return new EventLog(
                new EventLog.Update("p", "shop", update, "here"),
                new StorageFiles(new Configuration(false))
                        .lines(
                                "file:"
                                        + folder
                                        + "/home/pipelines/shop/events/"
                                        + update
                                        + ".jsonl"),
                Clock.fixed(Instant.parse(time), ZoneOffset.UTC));
    }

    private static void state(EventLog log, String state, EventLevel level) {
        log.write(
                "update_progress",
                level,
                EventOrigin.UPDATE,
                "Update is " + state + ".",
                EventLog.object().put("state", state),
                Optional.empty());
    }

    private static void batch(EventLog log, String flow, long rows) {
        new FlowEvents(log, EventOrigin.table("c.s.orders").flow("id", flow), flow, "c.s.orders")
                .batch(0, FlowCounts.rows(rows), ExecutorTime.NONE, Optional.empty());
    }

    private void twoUpdates() {
        try (EventLog first = log("u1", "2024-01-01T00:00:00Z")) {
            batch(first, "load", 3);
            state(first, "FAILED", EventLevel.ERROR);
        }
        try (EventLog second = log("u2", "2024-01-02T00:00:00Z")) {
            batch(second, "other", 5);
            new FlowEvents(second, EventOrigin.table("c.s.v").flow("id", "v"), "v", "c.s.v")
                    .progress(
                            FlowStatus.IDLE,
                            EventLevel.INFO,
                            FlowCounts.NOTHING,
                            ExecutorTime.NONE,
                            Optional.empty());
            state(second, "COMPLETED", EventLevel.INFO);
        }
    }

    private List<String> events(String... options) {
        String[] all = new String[options.length + 4];
        System.arraycopy(
                new String[] {
                    "events", folder.resolve("shop.sql").toString(), "--home", folder + "/home"
                },
                0,
                all,
                0,
                4);
        System.arraycopy(options, 0, all, 4, options.length);
        CommandRunner.Result result = runner.run(all);
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out().lines().toList();
    }

    @Test
    void choosesByUpdateTypeLevelAndFlow() {
        twoUpdates();
        assertThat(events()).hasSize(5);
        assertThat(events("--update", "all")).hasSize(5);
        assertThat(events("--update", "last")).hasSize(3);
        assertThat(events("--update", "u1")).hasSize(2);
        assertThat(events("--type", "update_progress")).hasSize(2);
        assertThat(events("--level", "INFO")).hasSize(3);
        assertThat(events("--level", "error")).hasSize(1);
        assertThat(events("--flow", "load")).hasSize(1);
        assertThat(events("--flow", "orders")).hasSize(2);
        assertThat(events("--flow", "s.orders,v")).hasSize(3);
    }

    @Test
    void aLineSaysWhatAPersonAsks() {
        twoUpdates();
        assertThat(events("--flow", "load").get(0))
                .contains("METRICS flow_progress")
                .endsWith("Flow `load` has written batch 0. (3 rows)");
        assertThat(events("--flow", "load", "--format", "json").get(0))
                .startsWith("{\"id\":")
                .contains("\"num_output_rows\":3");
    }

    @Test
    void followsAnUpdateToItsEnd() throws Exception {
        twoUpdates();
        FutureTask<List<String>> follower =
                new FutureTask<>(() -> events("--follow", "--update", "u3"));
        try (EventLog third = log("u3", "2024-01-03T00:00:00Z")) {
            state(third, "RUNNING", EventLevel.INFO);
            new Thread(follower).start();
            batch(third, "load", 7);
            assertThat(follower.isDone()).isFalse();
            state(third, "COMPLETED", EventLevel.INFO);
        }
        List<String> lines = follower.get(1, TimeUnit.MINUTES);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(2)).contains("Update is COMPLETED.");
    }
}
