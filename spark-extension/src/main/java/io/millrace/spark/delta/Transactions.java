/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.ScalaInterop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
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
        Optional<Map<String, Long>> known = inChecksum(snapshot);
        if (known.isPresent()) {
            Long version = known.get().get(application);
            return version == null ? OptionalLong.empty() : OptionalLong.of(version);
        }
        if (isSmall(snapshot)) {
            return fromLog(snapshot, application);
        }
        Option<Object> version = snapshot.transactions().get(application);
        return version.isEmpty() ? OptionalLong.empty() : OptionalLong.of((Long) version.get());
    }

    /**
     * The versions by application that the checksum beside the log tells; empty when the session
     * that wrote it did not let it.
     */
    static Optional<Map<String, Long>> inChecksum(Snapshot snapshot) {
        Option<Seq<SetTransaction>> known =
                snapshot.checksumOpt().flatMap(VersionChecksum::setTransactions);
        return ScalaInterop.optional(known)
                .map(
                        list ->
                                ScalaInterop.list(list).stream()
                                        .collect(
                                                Collectors.toMap(
                                                        SetTransaction::appId,
                                                        SetTransaction::version,
                                                        Math::max)));
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
