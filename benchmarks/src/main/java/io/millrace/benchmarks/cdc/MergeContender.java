/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;

import io.delta.tables.DeltaTable;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;

/**
 * What people write by hand in {@code foreachBatch}: the newest change of each key by {@code
 * row_number}, then MERGE. Usual means Delta's defaults; tuned means deletion vectors, two shuffle
 * partitions and a guard on the sequence.
 */
final class MergeContender implements Contender {

    private final SparkSession session;
    private final String path;
    private final int type;
    private final boolean tuned;

    MergeContender(SparkSession session, String path, int type, boolean tuned) {
        this.session = session;
        this.path = path;
        this.type = type;
        this.tuned = tuned;
    }

    @Override
    public String name() {
        return tuned ? "MERGE, tuned" : "MERGE, usual";
    }

    @Override
    public String relation() {
        return "delta.`" + path + "`";
    }

    @Override
    public void load(Dataset<Row> rows) {
        String history = type == 1 ? "" : ", __START_AT BIGINT, __END_AT BIGINT";
        session.sql(
                "CREATE TABLE %s (k BIGINT, %s, seq BIGINT%s) USING delta TBLPROPERTIES"
                                .formatted(relation(), Feed.COLUMNS, history)
                        + " ('delta.enableDeletionVectors' = '"
                        + tuned
                        + "')");
        Dataset<Row> data = rows.drop("op");
        if (type == 2) {
            data =
                    data.withColumn("__START_AT", col("seq"))
                            .withColumn("__END_AT", lit(null).cast("bigint"));
        }
        data.write().format("delta").mode("append").save(path);
    }

    @Override
    public void apply(Dataset<Row> changes, int number) {
        session.conf().set("spark.sql.shuffle.partitions", tuned ? "2" : "200");
        Dataset<Row> newest =
                changes.withColumn(
                                "rn",
                                row_number()
                                        .over(Window.partitionBy("k").orderBy(col("seq").desc())))
                        .where("rn = 1")
                        .drop("rn");
        if (type == 1) {
            mergeType1(newest);
        } else {
            mergeType2(newest);
        }
    }

    @Override
    public void tidy() {
        session.sql("OPTIMIZE " + relation());
    }

    private String guard() {
        return tuned ? " AND s.seq > t.seq" : "";
    }

    private void mergeType1(Dataset<Row> newest) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("seq", "s.seq");
        Feed.PAYLOAD.forEach(column -> values.put(column, "s." + column));
        Map<String, String> inserted = new LinkedHashMap<>(values);
        inserted.put("k", "s.k");
        DeltaTable.forPath(session, path)
                .as("t")
                .merge(newest.as("s"), "t.k = s.k")
                .whenMatched("s.op = 'D'" + guard())
                .delete()
                .whenMatched("s.op <> 'D'" + guard())
                .updateExpr(values)
                .whenNotMatched("s.op <> 'D'")
                .insertExpr(inserted)
                .execute();
    }

    /** The textbook way: changed rows twice, once with a NULL key to be inserted. */
    private void mergeType2(Dataset<Row> newest) {
        Dataset<Row> open =
                session.read()
                        .format("delta")
                        .load(path)
                        .where("__END_AT IS NULL")
                        .select("k", "seq", "a", "b", "c", "d", "e");
        Column changed = lit(false);
        for (String column : Feed.PAYLOAD) {
            changed = changed.or(not(col("s." + column).eqNullSafe(col("t." + column))));
        }
        Column newer = tuned ? expr("s.seq > t.seq") : lit(true);
        Dataset<Row> again =
                newest.as("s")
                        .join(open.as("t"), expr("s.k = t.k"))
                        .where(col("s.op").notEqual("D").and(changed).and(newer))
                        .select("s.*");
        Dataset<Row> staged =
                newest.withColumn("mk", col("k"))
                        .unionByName(again.withColumn("mk", lit(null).cast("bigint")));
        Map<String, String> inserted = new LinkedHashMap<>();
        inserted.put("k", "s.k");
        inserted.put("seq", "s.seq");
        Feed.PAYLOAD.forEach(column -> inserted.put(column, "s." + column));
        inserted.put("__START_AT", "s.seq");
        inserted.put("__END_AT", "null");
        DeltaTable.forPath(session, path)
                .as("t")
                .merge(staged.as("s"), "t.k = s.mk AND t.__END_AT IS NULL")
                .whenMatched(
                        "(s.op = 'D' OR NOT (t.a <=> s.a AND t.b <=> s.b AND t.c <=> s.c AND t.d"
                                + " <=> s.d AND t.e <=> s.e))"
                                + guard())
                .updateExpr(Map.of("__END_AT", "s.seq"))
                .whenNotMatched("s.op <> 'D'")
                .insertExpr(inserted)
                .execute();
    }
}
