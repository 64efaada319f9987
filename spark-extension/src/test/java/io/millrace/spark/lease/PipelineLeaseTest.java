/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.QueryException;
import io.millrace.spark.storage.StorageFiles;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PipelineLeaseTest {

    private static final String EXPIRY = "-Dmillrace.lease.expiry.ms=";

    @TempDir Path storage;

    private final StorageFiles files = new StorageFiles(new Configuration(false));
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void isGivenToOneUpdateAtATime() {
        try (PipelineLease first = acquire("first")) {
            assertThatThrownBy(() -> acquire("second"))
                    .isInstanceOf(PipelineBusyException.class)
                    .hasMessageContaining("update first of " + System.getProperty("user.name"))
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            first.check();
        }
        try (PipelineLease second = acquire("second")) {
            assertThat(second.mark().version()).isEqualTo(2);
            assertThat(second.unfinishedUpdates()).isEmpty();
            assertThat(second.isTakenFromLiving()).isFalse();
        }
    }

    @Test
    void thatIsAboutToEndIsWaitedFor() throws Exception {
        PipelineLease first = acquire("stopping");
        first.ending();
        CompletableFuture<Long> second =
                CompletableFuture.supplyAsync(
                        () -> {
                            try (PipelineLease lease = acquire("next")) {
                                return lease.mark().version();
                            }
                        });
        assertThatThrownBy(() -> second.get(100, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        first.close();
        assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }

    @Test
    void keepsOneFileAndNothingElse() throws Exception {
        for (int i = 0; i < 3; i++) {
            acquire("update").close();
        }
        assertThat(names(storage.resolve("state/lease")))
                .containsExactly("%020d.json".formatted(3));
    }

    @Test
    void leavesNothingBehindWhenItIsWithdrawn() {
        Path fresh = storage.resolve("fresh");
        PipelineLease lease =
                PipelineLease.acquire(files, "file:" + fresh + "/state/lease", "retail", "first");
        lease.withdraw();
        lease.close();
        assertThat(fresh).doesNotExist();
        assertThatThrownBy(lease::check).isInstanceOf(QueryException.class);
    }

    @Test
    void ofAnotherProcessIsRefused() throws Exception {
        Holder holder = start("theirs", 60_000);
        assertThat(holder.line()).isEqualTo("held 1");
        assertThatThrownBy(() -> acquire("ours"))
                .isInstanceOf(PipelineBusyException.class)
                .hasMessageContaining("process " + holder.process.pid());
        assertThat(start("third", 60_000).line()).startsWith("busy another update of pipeline");
        assertThat(holder.tell("check")).isEqualTo("may commit");
    }

    @Test
    void ofAKilledProcessIsTakenOverAtOnceAndItsUpdateIsToBeClosed() throws Exception {
        Holder holder = start("theirs", 60_000);
        assertThat(holder.line()).isEqualTo("held 1");
        holder.process.destroyForcibly().waitFor();
        try (PipelineLease ours = acquire("ours")) {
            assertThat(ours.mark().version()).isEqualTo(2);
            assertThat(ours.isTakenFromLiving()).isFalse();
            assertThat(ours.unfinishedUpdates()).containsExactly("theirs");
            ours.unfinishedAreClosed();
        }
        try (PipelineLease next = acquire("next")) {
            assertThat(next.unfinishedUpdates()).isEmpty();
        }
    }

    @Test
    void rememberedUpdatesOutliveATakerThatIsKilledToo() throws Exception {
        for (String update : List.of("first", "second")) {
            Holder holder = start(update, 60_000);
            assertThat(holder.line()).startsWith("held");
            holder.process.destroyForcibly().waitFor();
        }
        try (PipelineLease ours = acquire("ours")) {
            assertThat(ours.unfinishedUpdates()).containsExactly("first", "second");
        }
    }

    @Test
    void isLostByAProcessThatWasStoppedForLongerThanItCounts() throws Exception {
        Holder holder = start("theirs", 600);
        assertThat(holder.line()).isEqualTo("held 1");
        assertThat(holder.tell("check")).isEqualTo("may commit");
        signal(holder.process, "STOP");
        try (PipelineLease ours = acquireWhenFree("ours")) {
            assertThat(ours.isTakenFromLiving()).isTrue();
            assertThat(ours.mark().version()).isEqualTo(2);
            signal(holder.process, "CONT");
            assertThat(holder.tell("check")).isEqualTo("MILLRACE_LEASE_LOST");
            ours.check();
            // What the other one does at its end does not touch ours.
            holder.send("close");
            assertThat(holder.process.waitFor()).isZero();
            ours.check();
        }
    }

    @Test
    void isLostByAProcessThatWasStoppedEvenIfNobodyTookIt() throws Exception {
        Holder holder = start("theirs", 400);
        assertThat(holder.line()).isEqualTo("held 1");
        signal(holder.process, "STOP");
        Thread.sleep(600);
        signal(holder.process, "CONT");
        assertThat(holder.tell("check")).isEqualTo("MILLRACE_LEASE_LOST");
    }

    @Test
    void livesAsLongAsItsHolder() throws Exception {
        Holder holder = start("theirs", 1500);
        assertThat(holder.line()).isEqualTo("held 1");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
        while (System.nanoTime() < end) {
            assertThat(holder.tell("check")).isEqualTo("may commit");
            assertThatThrownBy(() -> acquire("ours")).isInstanceOf(PipelineBusyException.class);
        }
    }

    @Test
    void ofAnotherMachineCountsUntilItExpires() throws Exception {
        acquire("theirs").close();
        Path file = storage.resolve("state/lease/%020d.json".formatted(1));
        String theirs =
                Files.readString(file)
                        .replaceAll("\"machine\" : \"[^\"]*\"", "\"machine\" : \"elsewhere\"")
                        .replaceAll("\"released\" : true", "\"released\" : false")
                        .replaceAll("\"pid\" : \\d+", "\"pid\" : 999999999");
        Files.writeString(file, theirs);
        assertThatThrownBy(() -> acquire("ours")).isInstanceOf(PipelineBusyException.class);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(61)));
        try (PipelineLease ours = acquire("ours")) {
            assertThat(ours.isTakenFromLiving()).isTrue();
        }
    }

    @Test
    void aFileThatIsJustBeingWrittenCountsAsHeld() throws Exception {
        Path file = storage.resolve("state/lease/%020d.json".formatted(7));
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        assertThatThrownBy(() -> acquire("ours"))
                .isInstanceOf(PipelineBusyException.class)
                .hasMessage("another update of pipeline `retail` is running");
    }

    @Test
    void twoProcessesNeverHoldItTogether() throws Exception {
        for (int round = 0; round < 5; round++) {
            Holder one = start("one", 60_000);
            Holder other = start("other", 60_000);
            List<String> lines = List.of(one.line(), other.line());
            assertThat(lines).filteredOn(line -> line.startsWith("held")).hasSize(1);
            one.process.destroyForcibly().waitFor();
            other.process.destroyForcibly().waitFor();
        }
    }

    private PipelineLease acquire(String update) {
        return PipelineLease.acquire(files, folder(), "retail", update);
    }

    private PipelineLease acquireWhenFree(String update) {
        while (true) {
            try {
                return acquire(update);
            } catch (PipelineBusyException e) {
                Thread.onSpinWait();
            }
        }
    }

    private String folder() {
        return "file:" + storage + "/state/lease";
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static void signal(Process process, String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
        assertThat(kill.waitFor()).isZero();
    }

    private Holder start(String update, long expiryMs) throws IOException {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx64m",
                                "-XX:TieredStopAtLevel=1",
                                EXPIRY + expiryMs,
                                "-cp",
                                classPath,
                                LeaseProcess.class.getName(),
                                folder(),
                                update)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        processes.add(process);
        return new Holder(process, process.inputReader(StandardCharsets.UTF_8));
    }

    private record Holder(Process process, BufferedReader out) {

        String line() throws IOException {
            return out.readLine();
        }

        void send(String command) throws IOException {
            BufferedWriter in =
                    new BufferedWriter(
                            new OutputStreamWriter(
                                    process.getOutputStream(), StandardCharsets.UTF_8));
            in.write(command + "\n");
            in.flush();
        }

        String tell(String command) throws IOException {
            send(command);
            return line();
        }
    }
}
