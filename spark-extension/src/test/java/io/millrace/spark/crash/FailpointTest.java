/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets the process die at every place that a protocol has. Each process finds what the one before
 * has left, goes on from there, and dies at the next place; new input comes in between. {@code
 * -Dmillrace.failpoints.all=true} lets processes die at every place, and at the same places of more
 * tables; an ordinary run leaves out the places between which nothing is written.
 */
class FailpointTest {

    private static final int KILLED = 137;
    private static final String TRACE = "millrace.failpoints.trace";

    private static final List<String> UPDATE =
            List.of(
                    "lease.after-claim@1",
                    "lease.before-close-unfinished@1",
                    "lease.after-close-unfinished@1",
                    "update.after-record@1",
                    "state.after-write@1",
                    "event.after-write@2",
                    "table.before-create@1",
                    "table.after-create@1",
                    "table.before-commit@2",
                    "table.inside-commit@2",
                    "table.after-commit@1",
                    "table.after-commit@3",
                    "stream.after-checkpoint@1",
                    "lease.before-release@1",
                    "lease.after-release@1");

    private static final List<String> UPDATE_MORE =
            List.of(
                    "lease.before-claim@1",
                    "update.before-record@1",
                    "state.before-write@1",
                    "event.before-write@1",
                    "lease.after-release@1",
                    "table.before-commit@1",
                    "table.after-commit@2",
                    "stream.after-checkpoint@3",
                    "table.before-commit@4",
                    "event.before-write@30");

    private static final List<String> FULL_REFRESH =
            List.of(
                    "state.after-write@1",
                    "table.after-commit@1",
                    "generation.before-clear@1",
                    "generation.after-clear@1");

    private static final List<String> FULL_REFRESH_MORE =
            List.of("state.before-write@1", "table.before-commit@1", "table.after-commit@3");

    /** Four targets: a load that runs once, two streams of changes, and a snapshot. */
    private static final List<String> CHANGES =
            List.of(
                    "table.after-commit@4",
                    "table.before-commit@1",
                    "table.inside-commit@2",
                    "table.after-commit@3",
                    "cdc.before-maintenance@1",
                    "cdc.before-compaction@2",
                    "cdc.after-maintenance@3",
                    "stream.after-checkpoint@2");

    private static final List<String> CHANGES_MORE =
            List.of("table.before-commit@2", "table.after-commit@1", "stream.after-checkpoint@1");

    private static final List<String> IMPORT =
            List.of(
                    "import.before-copy@1",
                    "import.before-rename@1",
                    "import.after-rename@1",
                    "table.before-commit@1");

    private static final List<String> CHANGES_ANEW = List.of("table.after-commit@2");

    private static final List<String> CHANGES_ANEW_MORE =
            List.of("table.before-commit@1", "cdc.before-maintenance@2");

    @TempDir Path folder;

    private final List<String> missed = new ArrayList<>();

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubledWhereverTheProcessDies() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder);
        dieAndEnd(pipeline, places(UPDATE, UPDATE_MORE));
        dieAndEnd(pipeline, places(FULL_REFRESH, FULL_REFRESH_MORE), "--full-refresh-all");
        assertEachIsListed(UPDATE, UPDATE_MORE, FULL_REFRESH, FULL_REFRESH_MORE);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void changesAreAppliedOnceWhereverTheProcessDies() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder, new ChangedTables(folder));
        dieAndEnd(pipeline, places(CHANGES, CHANGES_MORE));
        dieAndEnd(pipeline, places(CHANGES_ANEW, CHANGES_ANEW_MORE), "--full-refresh-all");
        assertThat(missed).isEmpty();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void aCheckpointIsImportedOnceWhereverTheProcessDies() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder, new ImportedTable(folder));
        dieAndEnd(pipeline, IMPORT);
        pipeline.addInput();
        pipeline.runToEnd();
        pipeline.checkAll();
        assertThat(missed).isEmpty();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void aTableIsReplacedByWholeBatchesWhereverTheProcessDies() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder, new AggregatedTable(folder));
        dieAndEnd(pipeline, List.of("table.before-commit@1", "table.after-commit@1"));
        assertThat(missed).isEmpty();
    }

    private static List<String> places(List<String> each, List<String> more) {
        return Boolean.getBoolean("millrace.failpoints.all")
                ? Stream.concat(each.stream(), more.stream()).toList()
                : each;
    }

    private void dieAndEnd(CrashPipeline pipeline, List<String> places, String... options)
            throws Exception {
        for (String place : places) {
            pipeline.addInput();
            die(pipeline, place, options);
            pipeline.checkNothingIsDoubled();
        }
        pipeline.runToEnd();
        pipeline.checkAll();
    }

    private Path trace() {
        return folder.resolve("trace.txt");
    }

    @SafeVarargs
    private void assertEachIsListed(List<String>... places) throws IOException {
        assertThat(missed).isEmpty();
        TreeSet<String> passed = new TreeSet<>(Files.readAllLines(trace()));
        passed.removeIf(
                name ->
                        Stream.of(places)
                                .flatMap(List::stream)
                                .anyMatch(place -> place.startsWith(name + "@")));
        assertThat(passed).as("places where no process ever dies").isEmpty();
    }

    private void die(CrashPipeline pipeline, String place, String... options) throws Exception {
        String at = place.replace("@", "=halt@");
        Process process =
                pipeline.run(Map.of("millrace.failpoints", at, TRACE, trace().toString()), options);
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        if (process.exitValue() != KILLED) {
            missed.add(place + " ended with " + process.exitValue());
        }
    }
}
