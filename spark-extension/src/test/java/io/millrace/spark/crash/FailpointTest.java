/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets the process die at every place that a protocol has. Each process finds what the one before
 * has left, goes on from there, and dies at the next place; new input comes in between.
 */
class FailpointTest {

    private static final int KILLED = 137;
    private static final String TRACE = "millrace.failpoints.trace";

    private static final List<String> UPDATE =
            List.of(
                    "lease.before-claim@1",
                    "lease.after-claim@1",
                    "lease.before-close-unfinished@1",
                    "lease.after-close-unfinished@1",
                    "update.before-record@1",
                    "update.after-record@1",
                    "state.before-write@1",
                    "state.after-write@1",
                    "event.before-write@1",
                    "event.after-write@2",
                    "table.before-create@1",
                    "table.after-create@1",
                    "table.before-commit@1",
                    "table.before-commit@2",
                    "table.inside-commit@2",
                    "table.after-commit@1",
                    "table.after-commit@2",
                    "table.after-commit@3",
                    "append.after-checkpoint@1",
                    "append.after-checkpoint@3",
                    "table.before-commit@4",
                    "event.before-write@30",
                    "lease.before-release@1",
                    "lease.after-release@1");

    private static final List<String> FULL_REFRESH =
            List.of(
                    "state.before-write@1",
                    "state.after-write@1",
                    "table.before-commit@1",
                    "table.after-commit@1",
                    "table.after-commit@3",
                    "generation.before-clear@1",
                    "generation.after-clear@1");

    @TempDir Path folder;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubledWhereverTheProcessDies() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder);
        Path trace = folder.resolve("trace.txt");
        List<String> missed = new ArrayList<>();
        for (String place : UPDATE) {
            pipeline.addInput();
            die(pipeline, place, trace, missed);
            pipeline.checkNothingIsDoubled();
        }
        pipeline.runToEnd();
        pipeline.checkAll();
        for (String place : FULL_REFRESH) {
            pipeline.addInput();
            die(pipeline, place, trace, missed, "--full-refresh-all");
            pipeline.checkNothingIsDoubled();
        }
        pipeline.runToEnd();
        pipeline.checkAll();
        assertThat(missed).isEmpty();
        TreeSet<String> passed = new TreeSet<>(Files.readAllLines(trace));
        passed.removeIf(
                name ->
                        UPDATE.stream().anyMatch(place -> place.startsWith(name + "@"))
                                || FULL_REFRESH.stream()
                                        .anyMatch(place -> place.startsWith(name + "@")));
        assertThat(passed).as("places where no process died").isEmpty();
    }

    private static void die(
            CrashPipeline pipeline,
            String place,
            Path trace,
            List<String> missed,
            String... options)
            throws Exception {
        String at = place.replace("@", "=halt@");
        Process process =
                pipeline.run(Map.of("millrace.failpoints", at, TRACE, trace.toString()), options);
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        if (process.exitValue() != KILLED) {
            missed.add(place + " ended with " + process.exitValue());
        }
    }
}
