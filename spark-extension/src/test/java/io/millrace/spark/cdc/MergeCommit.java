/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.delta.tables.DeltaTable;
import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.catalyst.InternalRows;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;

/** Commits changes by Delta's public MERGE, to hold the hand-built commit against. */
final class MergeCommit implements BatchApplier.Commit {

    private static final String APPLICATION = "spark.databricks.delta.write.txnAppId";
    private static final String VERSION = "spark.databricks.delta.write.txnVersion";
    private static final String MATERIALIZE = "spark.databricks.delta.merge.materializeSource";

    private final RowShape shape;
    private final ScdType type;
    private final String path;

    MergeCommit(RowShape shape, ScdType type, String path) {
        this.shape = shape;
        this.type = type;
        this.path = path;
    }

    @Override
    public void commit(Applied applied, Batch batch) {
        SparkSession session = batch.rows().sparkSession();
        Dataset<Row> changes = changes(applied, session).localCheckpoint(true);
        String match =
                shape.keyNames().stream()
                        .map(Quoted::name)
                        .map(key -> "t." + key + " <=> s." + key)
                        .collect(Collectors.joining(" AND "));
        if (type == ScdType.TYPE_2) {
            match += " AND t." + RowShape.SEQUENCE + " = s." + RowShape.SEQUENCE;
        }
        Map<String, String> values = new HashMap<>();
        for (String column : shape.tableSchema().fieldNames()) {
            values.put(Quoted.name(column), "s." + Quoted.name(column));
        }
        RuntimeConfig settings = session.conf();
        settings.set(APPLICATION, batch.mark());
        settings.set(VERSION, Long.toString(batch.number()));
        settings.set(MATERIALIZE, "none");
        try {
            DeltaTable.forPath(session, path)
                    .as("t")
                    .merge(changes.as("s"), match)
                    .whenMatched("NOT s." + RowShape.WRITE)
                    .delete()
                    .whenMatched()
                    .updateExpr(values)
                    .whenNotMatched("s." + RowShape.WRITE)
                    .insertExpr(values)
                    .execute();
        } finally {
            // They stick to the session and would make the next write be skipped.
            settings.unset(APPLICATION);
            settings.unset(VERSION);
            settings.unset(MATERIALIZE);
        }
    }

    private Dataset<Row> changes(Applied applied, SparkSession session) {
        if (applied instanceof Applied.Remote remote) {
            return remote.pinned();
        }
        return InternalRows.dataset(
                session, ((Applied.Local) applied).rows(), shape.outputSchema());
    }
}
