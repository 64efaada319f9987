/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Updates that get signals: asked to stop, paused for too long, or met by a second update. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StoppedUpdateTest {

    private static final String FAILPOINTS = "millrace.failpoints";
    private static final String TRACE = "millrace.failpoints.trace";
    private static final String EXPIRY = "millrace.lease.expiry.ms";

    @TempDir Path folder;

    private CrashPipeline pipeline;

    @BeforeEach
    void createPipeline() throws Exception {
        pipeline = new CrashPipeline(folder);
        pipeline.addInput();
    }

    @Test
    void stopsCleanlyOnASignalAndAtOnceOnASecond() throws Exception {
        stopWith("TERM", 143);
        if (!isInterruptIgnored()) {
            stopWith("INT", 130);
        }

        Process hanging =
                pipeline.run(Map.of(FAILPOINTS, "table.before-commit=hang", TRACE, trace()));
        await("table.before-commit", hanging);
        signal(hanging, "TERM");
        assertThat(hanging.waitFor(2, TimeUnit.SECONDS)).isFalse();
        signal(hanging, "TERM");
        assertThat(hanging.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(hanging.exitValue()).isEqualTo(143);

        pipeline.runToEnd();
        pipeline.checkAll();
    }

    /** A shell without job control lets what runs in the background ignore SIGINT. */
    private static boolean isInterruptIgnored() throws Exception {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> line.substring("SigIgn:".length()).strip())
                        .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & 2) != 0);
    }

    private void stopWith(String signal, int exitCode) throws Exception {
        Files.deleteIfExists(Path.of(trace()));
        Process process =
                pipeline.run(
                        Map.of(FAILPOINTS, "table.before-commit=sleep:600000", TRACE, trace()));
        await("table.before-commit", process);
        signal(process, signal);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String output = Files.readString(pipeline.log());
        assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
        assertThat(output).contains("CANCELED").contains("STOPPED").doesNotContain("FAILED");
        pipeline.checkNothingIsDoubled();
        Files.deleteIfExists(Path.of(trace()));
    }

    @Test
    void refusesASecondUpdateAndKeepsAPausedOneFromCommitting() throws Exception {
        for (String place : new String[] {"table.before-commit", "table.inside-commit"}) {
            pauseAt(place);
        }
        pipeline.addInput();
        pipeline.runToEnd();
        pipeline.checkAll();
    }

    @Test
    void keepsAPausedUpdateFromCommittingChanges() throws Exception {
        Path changes = folder.resolve("changes");
        pipeline = new CrashPipeline(changes, new ChangedTables(changes));
        pipeline.addInput();
        pipeline.runToEnd();
        pauseAt("table.before-commit");
        pipeline.addInput();
        pipeline.runToEnd();
        pipeline.checkAll();
    }

    /** An update stops at a place for longer than its lease counts, and another one goes on. */
    private void pauseAt(String place) throws Exception {
        Files.deleteIfExists(Path.of(trace()));
        Path go = folder.resolve(place + ".go");
        pipeline.addInput();
        Process first =
                pipeline.run(
                        Map.of(FAILPOINTS, place + "=wait:" + go, TRACE, trace(), EXPIRY, "20000"));
        await(place, first);

        Process second = pipeline.run(Map.of());
        assertThat(second.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(second.exitValue()).isEqualTo(4);
        assertThat(Files.readString(pipeline.log()))
                .contains("another update of pipeline `crash` is running")
                .contains("in process " + first.pid());

        signal(first, "STOP");
        // Longer than the lease counts.
        assertThat(first.waitFor(21, TimeUnit.SECONDS)).isFalse();
        pipeline.runToEnd();
        pipeline.checkAll();
        Files.createFile(go);
        signal(first, "CONT");
        assertThat(first.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(first.exitValue()).isEqualTo(1);
        assertThat(Files.readString(pipeline.log())).contains("MILLRACE_LEASE_LOST");
        pipeline.checkAll();
    }

    private String trace() {
        return folder.resolve("trace.txt").toString();
    }

    private void await(String place, Process process) throws Exception {
        Path trace = Path.of(trace());
        while (!Files.exists(trace) || !Files.readAllLines(trace).contains(place)) {
            assertThat(process.waitFor(50, TimeUnit.MILLISECONDS))
                    .as(Files.readString(pipeline.log()))
                    .isFalse();
        }
    }

    private static void signal(Process process, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
        assertThat(kill.waitFor()).isZero();
    }
}
