/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.RowLevelTransaction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Applies snapshots one after another; the last version is kept with the rows. */
final class SnapshotApply {

    private final CdcSpec spec;
    private final RowShape shape;
    private final RowLevelTable table;
    private final BatchApplier applier;

    SnapshotApply(CdcSpec spec, RowLevelTable table, BatchApplier applier) {
        this.spec = spec;
        this.shape = new RowShape(spec);
        this.table = table;
        this.applier = applier;
    }

    BatchCounts apply(
            Batch batch, Optional<String> expression, Instant now, Consumer<String> notice) {
        SnapshotDiff diff = new SnapshotDiff(spec, shape);
        Dataset<Row> taken = batch.rows().localCheckpoint(true);
        Dataset<Row> snapshot = diff.fitted(taken);
        diff.checkKeys(snapshot);
        Object version =
                expression.isPresent()
                        ? diff.version(taken, expression.get()).orElse(null)
                        : (Object) ChronoUnit.MICROS.between(Instant.EPOCH, now);
        if (version == null) {
            // A snapshot without rows says nothing of its version.
            return BatchCounts.SKIPPED;
        }
        RowLevelTransaction transaction = table.begin();
        boolean replace = transaction.lastTransaction(batch.generationMark()) < batch.generation();
        boolean empty = replace || transaction.isEmpty();
        Target target = new Target(spec, shape, transaction, empty, replace);
        Object[] last = Horizon.stored(target);
        int order = last == null ? 1 : shape.compareSequences(version, last[shape.sequenceIndex()]);
        if (order < 0) {
            notice.accept(
                    "the snapshot of flow `%s` is skipped: its version is lower than that of the snapshot before"
                            .formatted(spec.flow()));
        }
        if (order <= 0) {
            return BatchCounts.SKIPPED;
        }
        Dataset<Row> live = CdcTarget.live(snapshot.sparkSession(), spec, table.path());
        Dataset<Row> events = diff.events(snapshot, empty ? live.limit(0) : live, version);
        // A flow that runs once gives the number under which it is known to be done.
        long number = Math.max(batch.number(), transaction.lastTransaction(batch.mark()) + 1);
        return applier.applySnapshot(
                new Batch(
                        events,
                        batch.mark(),
                        number,
                        batch.generationMark(),
                        batch.generation(),
                        true),
                version,
                last);
    }
}
