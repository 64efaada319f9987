/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.QueryException;
import io.millrace.spark.storage.LineSink;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventLogTest {

    private static final EventLog.Update UPDATE = new EventLog.Update("p", "retail", "u", "here");

    private final Disk disk = new Disk();

    /** A disk that may be full. */
    private static final class Disk implements LineSink {
        private final List<String> lines = new ArrayList<>();
        private boolean full;

        @Override
        public void append(String line) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            if (!line.isEmpty()) {
                lines.add(line);
            }
        }

        @Override
        public void close() {}
    }

    private static void write(EventLog log, String state) {
        log.write(
                "update_progress",
                EventLevel.INFO,
                EventOrigin.UPDATE,
                "Update is " + state,
                EventLog.object().put("state", state),
                Optional.empty());
    }

    @Test
    void writesLaterWhatCannotBeWrittenAtOnce() {
        EventLog log = new EventLog(UPDATE, disk, Clock.systemUTC());
        write(log, "RUNNING");
        disk.full = true;
        write(log, "COMPLETED");
        assertThat(disk.lines).hasSize(1);
        disk.full = false;
        log.close();
        assertThat(disk.lines).hasSize(2);
        assertThat(disk.lines.get(1)).contains("COMPLETED");
    }

    @Test
    void closingFailsWhenAnEventIsLost() {
        EventLog log = new EventLog(UPDATE, disk, Clock.systemUTC());
        disk.full = true;
        write(log, "COMPLETED");
        assertThatThrownBy(log::close)
                .isInstanceOfSatisfying(
                        QueryException.class,
                        e -> assertThat(e.condition()).isEqualTo("MILLRACE_EVENT_LOG_UNWRITABLE"))
                .hasMessageContaining("No space left on device");
    }

    @Test
    void writesNothingOnceAnotherProcessHasTheRight() {
        AtomicBoolean held = new AtomicBoolean(true);
        EventLog log = new EventLog(UPDATE, disk, Clock.systemUTC(), 0, held::get);
        write(log, "RUNNING");
        held.set(false);
        write(log, "COMPLETED");
        log.close();
        assertThat(disk.lines).hasSize(1);
    }

    @Test
    void expectationsStandWhereDashboardsLookForThem() throws Exception {
        EventLog log = new EventLog(UPDATE, disk, Clock.systemUTC());
        FlowEvents events =
                new FlowEvents(log, EventOrigin.table("c.s.t").flow("id", "load"), "load", "c.s.t");
        events.progress(
                FlowStatus.COMPLETED,
                EventLevel.INFO,
                FlowCounts.rows(8)
                        .withQuality(
                                new DataQuality(
                                        Optional.of(2L),
                                        List.of(new ExpectationCount("positive", 8, 2)))),
                ExecutorTime.NONE,
                Optional.empty());
        assertThat(
                        new ObjectMapper()
                                .readTree(disk.lines.get(0))
                                .at("/details/flow_progress/data_quality")
                                .toString())
                .isEqualTo(
                        "{\"dropped_records\":2,\"expectations\":[{\"name\":\"positive\","
                                + "\"dataset\":\"c.s.t\",\"passed_records\":8,"
                                + "\"failed_records\":2}]}");
    }

    @Test
    void countsAreAddedByTheNamesOfRules() {
        DataQuality one =
                new DataQuality(Optional.of(1L), List.of(new ExpectationCount("r", 3, 1)));
        DataQuality two =
                new DataQuality(
                        Optional.of(2L),
                        List.of(new ExpectationCount("r", 5, 2), new ExpectationCount("s", 7, 0)));
        assertThat(one.plus(two))
                .isEqualTo(
                        new DataQuality(
                                Optional.of(3L),
                                List.of(
                                        new ExpectationCount("r", 8, 3),
                                        new ExpectationCount("s", 7, 0))));
        assertThat(one.plus(two).minus(two).dropped()).contains(1L);
    }
}
