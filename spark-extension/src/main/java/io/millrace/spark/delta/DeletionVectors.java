/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.apache.spark.sql.delta.commands.DeletionVectorData;
import org.apache.spark.sql.delta.commands.DeletionVectorResult;
import org.apache.spark.sql.delta.commands.DeletionVectorWriter;
import org.apache.spark.sql.delta.storage.dv.DeletionVectorStore$;
import scala.Option;

/** Writes deletion vectors on the driver: one file of them a commit, no Spark job. */
final class DeletionVectors {

    private static final String TIGHT = "\"tightBounds\":true";
    private static final String WIDE = "\"tightBounds\":false";

    private final DeltaLog log;

    DeletionVectors(DeltaLog log) {
        this.log = log;
    }

    /**
     * Marks rows as deleted.
     *
     * @param current the live files by name; updated
     * @return the actions to commit
     */
    List<Action> mark(RowLocations removed, Map<String, AddFile> current) throws IOException {
        List<Action> actions = new ArrayList<>();
        Path root = log.dataPath();
        var store = DeletionVectorStore$.MODULE$.createInstance(log.newDeltaHadoopConf());
        var opened = DeletionVectorWriter.createWriter(store, store.pathWithFileSystem(root), "");
        try (var writer = opened._1()) {
            var context =
                    new DeletionVectorWriter.DeletionVectorMapperContext(
                            store, writer, root, opened._2(), "");
            for (var entry : removed.files().entrySet()) {
                AddFile file = current.get(entry.getKey());
                if (file == null) {
                    throw new IllegalStateException("no such data file: " + entry.getKey());
                }
                Option<String> before =
                        file.deletionVector() == null
                                ? Option.empty()
                                : Option.apply(file.deletionVector().serializeToBase64());
                DeletionVectorResult result =
                        DeletionVectorWriter.storeBitmapAndGenerateResult(
                                context,
                                new DeletionVectorData(
                                        entry.getKey(),
                                        before,
                                        RowLocations.bytes(entry.getValue()),
                                        entry.getValue().cardinality()));
                replace(entry.getKey(), file, result, current, actions);
            }
        }
        return actions;
    }

    private static void replace(
            String name,
            AddFile file,
            DeletionVectorResult result,
            Map<String, AddFile> current,
            List<Action> actions) {
        Option<Object> rows = file.numPhysicalRecords();
        if (!rows.isEmpty() && (Long) rows.get() == result.deletionVector().cardinality()) {
            RemoveFile gone = file.removeWithTimestamp(System.currentTimeMillis(), true);
            actions.add(gone);
            current.remove(name);
            return;
        }
        var pair = file.removeRows(result.deletionVector(), false, true);
        AddFile marked = withWideBounds(pair._1());
        actions.add(marked);
        actions.add(pair._2());
        current.put(name, marked);
    }

    /** With rows gone the least and greatest values are bounds only. */
    private static AddFile withWideBounds(AddFile file) {
        String stats = file.stats();
        if (stats != null && !stats.contains(WIDE)) {
            stats =
                    stats.contains(TIGHT)
                            ? stats.replace(TIGHT, WIDE)
                            : "{" + WIDE + "," + stats.substring(stats.indexOf('{') + 1);
        }
        return file.copy(
                file.path(),
                file.partitionValues(),
                file.size(),
                file.modificationTime(),
                true,
                stats,
                file.tags(),
                file.deletionVector(),
                file.baseRowId(),
                file.defaultRowCommitVersion(),
                file.clusteringProvider(),
                file.backReference(),
                file.amtPassthrough());
    }
}
