/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.ScalaInterop;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.Action$;
import org.apache.spark.sql.delta.actions.SetTransaction;
import scala.Option;
import scala.collection.immutable.Seq;

/** The last transactions that writers marked in a table, found without a Spark job if possible. */
final class Transactions {

    /** A log of so few bytes is read faster than a job starts. */
    private static final long SMALL_LOG = 256 * 1024;

    private Transactions() {}

    /** The version that an application marked last; empty when it has marked none. */
    static OptionalLong version(Snapshot snapshot, String application) {
        // The checksum beside the log has them, if the session that wrote it let it.
        Option<Seq<SetTransaction>> known =
                snapshot.checksumOpt().flatMap(VersionChecksum::setTransactions);
        if (known.isDefined()) {
            return ScalaInterop.list(known.get()).stream()
                    .filter(transaction -> transaction.appId().equals(application))
                    .mapToLong(SetTransaction::version)
                    .max();
        }
        if (isSmall(snapshot)) {
            return fromLog(snapshot, application);
        }
        Option<Object> version = snapshot.transactions().get(application);
        return version.isEmpty() ? OptionalLong.empty() : OptionalLong.of((Long) version.get());
    }

    private static boolean isSmall(Snapshot snapshot) {
        return snapshot.version() >= 0
                && snapshot.checkpointProvider().isEmpty()
                && commits(snapshot).stream().mapToLong(FileStatus::getLen).sum() <= SMALL_LOG;
    }

    private static List<FileStatus> commits(Snapshot snapshot) {
        return ScalaInterop.list(snapshot.logSegment().deltas());
    }

    private static OptionalLong fromLog(Snapshot snapshot, String application) {
        OptionalLong last = OptionalLong.empty();
        for (FileStatus commit : commits(snapshot)) {
            Seq<String> lines =
                    snapshot.deltaLog()
                            .store()
                            .read(commit, snapshot.deltaLog().newDeltaHadoopConf());
            for (String line : ScalaInterop.list(lines)) {
                Action action = Action$.MODULE$.fromJson(line);
                if (action instanceof SetTransaction mark && mark.appId().equals(application)) {
                    last = OptionalLong.of(mark.version());
                }
            }
        }
        return last;
    }
}
