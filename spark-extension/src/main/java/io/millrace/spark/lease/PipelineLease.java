/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.LeaseHolder;
import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.delta.CommitFence;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.storage.StorageFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The right to update a pipeline. Each holder makes a file with the next number, which only one of
 * several can do, and writes it again while it lives; whoever finds the file too old, or its
 * process gone, may make the next. A holder that finds a higher number, or that could not write for
 * longer than the lease counts, has lost the right and commits nothing more.
 *
 * <p>Times are compared by the clock of the storage alone, so that the clocks of hosts may differ.
 */
public final class PipelineLease implements CommitFence, AutoCloseable {

    /** For how long a lease counts without being written; for tests. */
    private static final String EXPIRY = "millrace.lease.expiry.ms";

    private static final long DEFAULT_EXPIRY_MS = 60_000;
    private static final int BEATS_PER_EXPIRY = 6;
    private static final int MAX_ATTEMPTS = 20;

    private final LeaseFolder folder;
    private final List<String> madeFolders;
    private final boolean takenFromLiving;
    private final ScheduledExecutorService heart;
    private LeaseRecord lease;
    private long renewed;
    private boolean lost;
    private boolean closed;

    private PipelineLease(
            LeaseFolder folder,
            List<String> madeFolders,
            LeaseRecord lease,
            long taken,
            boolean takenFromLiving) {
        this.folder = folder;
        this.madeFolders = madeFolders;
        this.lease = lease;
        this.renewed = taken;
        this.takenFromLiving = takenFromLiving;
        this.heart =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "millrace-lease");
                            thread.setDaemon(true);
                            return thread;
                        });
        long beat = Math.max(1, lease.expiryMs() / BEATS_PER_EXPIRY);
        var unused = heart.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
    }

    /**
     * Takes the lease. Where an update of this process holds it that is being stopped, waits for
     * its end.
     *
     * @param folder where its files are: a Hadoop URI
     * @throws PipelineBusyException when another update holds it
     */
    public static PipelineLease acquire(
            StorageFiles files, String folder, String pipeline, String updateId) {
        LeaseFolder leases = new LeaseFolder(files, folder);
        List<String> made = leases.missingFolders();
        ProcessIdentity self = ProcessIdentity.current();
        for (int attempt = 0; ; attempt++) {
            List<Long> epochs = leases.epochs();
            long last = epochs.isEmpty() ? 0 : epochs.get(epochs.size() - 1);
            Optional<LeaseRecord> before = last == 0 ? Optional.empty() : leases.read(last);
            State state = last == 0 ? State.FREE : state(leases, last, before, self);
            if (state == State.HELD
                    && before.isPresent()
                    && EndingUpdates.await(before.get().updateId())) {
                continue;
            }
            if (state == State.HELD || attempt == MAX_ATTEMPTS) {
                throw new PipelineBusyException(pipeline, before.map(PipelineLease::holder));
            }
            LeaseRecord next =
                    new LeaseRecord(
                            before.map(LeaseRecord::series)
                                    .orElseGet(() -> UUID.randomUUID().toString()),
                            last + 1,
                            pipeline,
                            requireNonNull(updateId, "updateId"),
                            System.getProperty("user.name", ""),
                            self,
                            Instant.now(),
                            Long.getLong(EXPIRY, DEFAULT_EXPIRY_MS),
                            false,
                            before.map(LeaseRecord::leftUnfinished).orElse(List.of()));
            Failpoints.hit("lease.before-claim");
            long taken = System.nanoTime();
            if (leases.create(next)) {
                Failpoints.hit("lease.after-claim");
                return new PipelineLease(leases, made, next, taken, state == State.EXPIRED);
            }
        }
    }

    private enum State {
        FREE,
        EXPIRED,
        HELD
    }

    private static State state(
            LeaseFolder leases, long epoch, Optional<LeaseRecord> lease, ProcessIdentity self) {
        if (lease.isPresent() && (lease.get().released() || lease.get().process().isDead(self))) {
            return State.FREE;
        }
        OptionalLong age = leases.age(epoch);
        long expiry = lease.map(LeaseRecord::expiryMs).orElse(DEFAULT_EXPIRY_MS);
        // A lease that has gone meanwhile was given back; its number is taken again.
        return age.isEmpty() || age.getAsLong() > expiry ? State.EXPIRED : State.HELD;
    }

    private static LeaseHolder holder(LeaseRecord lease) {
        return new LeaseHolder(
                lease.updateId(),
                lease.user(),
                lease.process().host(),
                lease.process().pid(),
                lease.since());
    }

    /**
     * Whether the holder before may still be alive, only too late, so that its commits must be
     * barred.
     */
    public boolean isTakenFromLiving() {
        return takenFromLiving;
    }

    /**
     * What {@link #series()} says of the leases in a folder; empty when no update has ever run.
     *
     * @param folder as for {@link #acquire}
     */
    public static Optional<String> seriesIn(StorageFiles files, String folder) {
        LeaseFolder leases = new LeaseFolder(files, folder);
        List<Long> epochs = leases.epochs();
        return epochs.isEmpty()
                ? Optional.empty()
                : leases.read(epochs.get(epochs.size() - 1)).map(LeaseRecord::series);
    }

    /** The same for all updates as long as the pipeline's storage lives. */
    public synchronized String series() {
        return lease.series();
    }

    public synchronized String host() {
        return lease.process().host();
    }

    @Override
    public synchronized boolean seemsHeld() {
        return !lost && isInTime();
    }

    /** Updates whose process ended before they did. */
    public synchronized List<String> unfinishedUpdates() {
        return lease.unfinished();
    }

    /** The event logs of the unfinished updates have been closed. */
    public synchronized void unfinishedAreClosed() {
        lease = lease.withoutUnfinished();
        folder.write(lease);
    }

    @Override
    public synchronized TableWrite.Mark mark() {
        return new TableWrite.Mark("millrace/lease/" + lease.series(), lease.epoch());
    }

    @Override
    public synchronized void check() {
        if (closed || !isHeld()) {
            throw lost();
        }
    }

    @Override
    public RuntimeException lost() {
        String after = Duration.ofMillis(lease.expiryMs()).toString().substring(2);
        return new QueryException(
                RunErrorCode.MILLRACE_LEASE_LOST,
                ("the update has lost the right to write: its process did not show for more than"
                                + " %s, or another update has taken over")
                        .formatted(after.toLowerCase(java.util.Locale.ROOT)),
                "run the pipeline again, it goes on from here");
    }

    /** Looks at the storage; a lease that was lost once stays so. */
    private boolean isHeld() {
        if (lost) {
            return false;
        }
        List<Long> epochs = isInTime() ? folder.epochs() : List.of();
        lost = epochs.isEmpty() || epochs.get(epochs.size() - 1) != lease.epoch();
        return !lost;
    }

    private boolean isInTime() {
        return System.nanoTime() - renewed < TimeUnit.MILLISECONDS.toNanos(lease.expiryMs());
    }

    private synchronized void beat() {
        if (closed || lost) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (isHeld()) {
                folder.write(lease);
                renewed = now;
            }
        } catch (RuntimeException e) {
            // The next beat tries again, and if none succeeds in time, the lease is lost.
            return;
        }
    }

    /** The update is being stopped: who wants the lease next need not wait for long. */
    public void ending() {
        EndingUpdates.add(updateId());
    }

    private synchronized String updateId() {
        return lease.updateId();
    }

    /** Gives the lease back as if it had not been taken: for an update that wrote nothing. */
    public void withdraw() {
        stop();
        try {
            if (isHeldStill() && lease.unfinished().isEmpty()) {
                folder.remove(lease.epoch());
                folder.removeEmpty(madeFolders);
            }
        } finally {
            EndingUpdates.remove(updateId());
        }
    }

    /** Gives the lease back. */
    @Override
    public void close() {
        stop();
        try {
            release();
        } finally {
            EndingUpdates.remove(updateId());
        }
    }

    private void release() {
        if (!isHeldStill()) {
            return;
        }
        Failpoints.hit("lease.before-release");
        folder.write(lease.release());
        folder.epochs().stream().filter(epoch -> epoch < lease.epoch()).forEach(folder::remove);
        folder.removeTemporaries();
        Failpoints.hit("lease.after-release");
    }

    private synchronized boolean isHeldStill() {
        boolean held = !closed && isHeld();
        closed = true;
        return held;
    }

    private void stop() {
        heart.shutdownNow();
    }
}
