/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Files that commits have brought: what a stream over the table has before it. */
public record AddedFiles(long files, long bytes) {

    /** Longer logs are not read for a number that only informs. */
    private static final int MANY_COMMITS = 100;

    /**
     * The files of the commits from a version on.
     *
     * @param taken how many files of the first of these commits do not count
     * @return empty when that cannot be told cheaply
     */
    public static Optional<AddedFiles> since(
            SparkSession session, String path, long version, long taken) {
        Sessions.activate(session);
        DeltaLog log = DeltaLog.forTable(session, new Path(path));
        long latest = log.update(false, Option.empty(), Option.empty()).version();
        if (latest < version) {
            return Optional.of(new AddedFiles(0, 0));
        }
        if (latest - version >= MANY_COMMITS) {
            return Optional.empty();
        }
        long files = 0;
        long bytes = 0;
        Iterator<Tuple2<Object, Seq<Action>>> commits =
                CollectionConverters.asJava(log.getChanges(version, Option.empty(), false));
        while (commits.hasNext()) {
            Tuple2<Object, Seq<Action>> commit = commits.next();
            long skip = (Long) commit._1() == version ? taken : 0;
            for (Action action : ScalaInterop.list(commit._2())) {
                if (action instanceof AddFile added && added.dataChange() && skip-- <= 0) {
                    files++;
                    bytes += added.size();
                }
            }
        }
        return Optional.of(new AddedFiles(files, bytes));
    }
}
