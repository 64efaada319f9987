/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.apache.spark.sql.delta.actions.SetTransaction;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** How much a Delta table holds and has held, told from its log; writes nothing. */
public final class TableHistory {

    private final DeltaLog log;
    private final Snapshot snapshot;

    private TableHistory(DeltaLog log, Snapshot snapshot) {
        this.log = log;
        this.snapshot = snapshot;
    }

    /**
     * The table as it was at a time, or newer; empty when there was none.
     *
     * @param time in milliseconds since 1970
     */
    public static Optional<TableHistory> since(SparkSession session, String path, long time) {
        Sessions.activate(session);
        DeltaLog log = DeltaLog.forTable(session, new Path(path));
        Snapshot snapshot = log.update(false, DeltaTableLog.since(time), Option.empty());
        return snapshot.version() < 0
                ? Optional.empty()
                : Optional.of(new TableHistory(log, snapshot));
    }

    /**
     * An amount of data.
     *
     * @param rows empty when a file does not say how many it has
     */
    public record Amount(long files, long bytes, OptionalLong rows) {

        static final Amount NOTHING = new Amount(0, 0, OptionalLong.of(0));

        Amount plus(AddFile file) {
            Option<Object> more = file.numLogicalRecords();
            return new Amount(
                    files + 1,
                    bytes + file.size(),
                    rows.isEmpty() || more.isEmpty()
                            ? OptionalLong.empty()
                            : OptionalLong.of(rows.getAsLong() + (Long) more.get()));
        }
    }

    /**
     * What commits have brought.
     *
     * @param commits how many there are
     * @param added rows that came in commits that took none away
     * @param complete whether no commit was missing
     */
    public record Additions(long commits, Amount added, boolean complete) {}

    public long version() {
        return snapshot.version();
    }

    /** Files and bytes are told by the log's checksum; counting rows reads the list of files. */
    public Amount contents(boolean withRows) {
        Option<VersionChecksum> checksum = snapshot.checksumOpt();
        if (!withRows && checksum.isDefined()) {
            return new Amount(
                    checksum.get().numFiles(),
                    checksum.get().tableSizeBytes(),
                    OptionalLong.empty());
        }
        Amount amount = Amount.NOTHING;
        for (AddFile file : files()) {
            amount = amount.plus(file);
        }
        return amount;
    }

    private List<AddFile> files() {
        Option<VersionChecksum> checksum = snapshot.checksumOpt();
        if (checksum.isDefined() && checksum.get().allFiles().isDefined()) {
            return ScalaInterop.list(checksum.get().allFiles().get());
        }
        return snapshot.allFiles().collectAsList();
    }

    /** What the commits from a version on have brought. */
    public Additions additions(long from) {
        Iterator<Tuple2<Object, Seq<Action>>> commits =
                CollectionConverters.asJava(log.getChanges(from, Option.empty(), false));
        Amount added = Amount.NOTHING;
        long expected = from;
        boolean complete = true;
        while (commits.hasNext()) {
            Tuple2<Object, Seq<Action>> commit = commits.next();
            complete &= (Long) commit._1() == expected;
            expected = (Long) commit._1() + 1;
            added = plus(added, ScalaInterop.list(commit._2()));
        }
        boolean all = complete && expected == snapshot.version() + 1;
        return new Additions(Math.max(0, expected - from), added, all);
    }

    private static Amount plus(Amount before, List<Action> actions) {
        Amount amount = before;
        for (Action action : actions) {
            if (action instanceof RemoveFile removed && removed.dataChange()) {
                return before;
            }
            if (action instanceof AddFile file && file.dataChange()) {
                amount = amount.plus(file);
            }
        }
        return amount;
    }

    /** The version of an application's last transaction. */
    public OptionalLong transactionVersion(String application) {
        return transactions().stream()
                .filter(transaction -> transaction.appId().equals(application))
                .mapToLong(SetTransaction::version)
                .max();
    }

    /** When an application's last transaction was committed, in milliseconds. */
    public OptionalLong transactionTime(String application) {
        return transactions().stream()
                .filter(transaction -> transaction.appId().equals(application))
                .filter(transaction -> transaction.lastUpdated().isDefined())
                .mapToLong(transaction -> (Long) transaction.lastUpdated().get())
                .max();
    }

    /** Whether an application with such a name has ever committed. */
    public boolean hasTransaction(String prefix, String suffix) {
        return transactions().stream()
                .map(SetTransaction::appId)
                .anyMatch(name -> name.startsWith(prefix) && name.endsWith(suffix));
    }

    private List<SetTransaction> transactions() {
        Option<VersionChecksum> checksum = snapshot.checksumOpt();
        if (checksum.isDefined() && checksum.get().setTransactions().isDefined()) {
            return ScalaInterop.list(checksum.get().setTransactions().get());
        }
        return ScalaInterop.list(snapshot.setTransactions());
    }
}
