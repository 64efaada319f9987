/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import com.sun.management.OperatingSystemMXBean;
import io.delta.tables.DeltaTable;
import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.cdc.Batch;
import io.millrace.spark.cdc.CdcSpec;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableWrite;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * AUTO CDC against what people write by hand in {@code foreachBatch}: {@code row_number} and MERGE
 * with Delta's defaults, and the same with deletion vectors, few shuffle partitions and a guard on
 * the sequence. Rivals take turns in one process; medians of wall and of processor time.
 *
 * <p>Arguments: rows of the target, changes of a batch, measured batches, SCD type, key order
 * ({@code uniform} or {@code recent}).
 */
public final class CdcBenchmark {

    private static final List<String> PAYLOAD = List.of("a", "b", "c", "d", "e");
    private static final String COLUMNS = "a INT, b STRING, c INT, d DOUBLE, e STRING";
    private static final int WARM_UP = 2;

    private final SparkSession session;
    private final String base;
    private final long rows;
    private final long changes;
    private final int type;
    private final boolean recent;
    private final Map<String, CdcTarget> targets = new LinkedHashMap<>();

    private record Cost(double wall, double processor) {}

    private CdcBenchmark(
            SparkSession session, Path folder, long rows, long changes, int type, boolean recent) {
        this.session = session;
        this.base = "file:" + folder.toAbsolutePath();
        this.rows = rows;
        this.changes = changes;
        this.type = type;
        this.recent = recent;
    }

    public static void main(String[] arguments) throws Exception {
        long rows = Long.parseLong(argument(arguments, 0, "1000000"));
        long changes = Long.parseLong(argument(arguments, 1, "10000"));
        int batches = Integer.parseInt(argument(arguments, 2, "5"));
        int type = Integer.parseInt(argument(arguments, 3, "1"));
        boolean recent = argument(arguments, 4, "uniform").equals("recent");
        SparkSession session =
                SparkSession.builder()
                        .master("local[2]")
                        .config("spark.ui.enabled", "false")
                        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
                        .config(
                                "spark.sql.catalog.spark_catalog",
                                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                        .config("spark.databricks.delta.snapshotPartitions", "2")
                        .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        Path folder = Files.createTempDirectory("cdc-benchmark");
        new CdcBenchmark(session, folder, rows, changes, type, recent).run(batches);
        session.stop();
    }

    private static String argument(String[] arguments, int index, String standard) {
        return arguments.length > index ? arguments[index] : standard;
    }

    private void run(int batches) {
        System.out.printf(
                Locale.ROOT,
                "%d rows, batches of %d, type %d, %s keys%n",
                rows,
                changes,
                type,
                recent ? "recent" : "uniform");
        Map<String, IntConsumer> rivals = new LinkedHashMap<>();
        rivals.put("millrace", batch -> millrace(batch));
        rivals.put("merge, defaults", batch -> merge("merge_defaults", batch, "200", false));
        rivals.put("merge, tuned", batch -> merge("merge_tuned", batch, "2", true));
        Map<String, Cost> loads = new LinkedHashMap<>();
        loads.put("millrace", measure(this::loadMillrace));
        loads.put("merge, defaults", measure(() -> loadPlain("merge_defaults", false)));
        loads.put("merge, tuned", measure(() -> loadPlain("merge_tuned", true)));
        loads.forEach((name, cost) -> print("first load", name, cost));
        for (int batch = 1; batch <= WARM_UP + batches; batch++) {
            write(batch);
        }
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int batch = 1; batch <= WARM_UP + batches; batch++) {
            int number = batch;
            for (var rival : rivals.entrySet()) {
                Cost cost = measure(() -> rival.getValue().accept(number));
                if (batch > WARM_UP) {
                    costs.computeIfAbsent(rival.getKey(), name -> new ArrayList<>()).add(cost);
                }
            }
        }
        costs.forEach((name, list) -> print("batch", name, median(list)));
        print("maintenance", "millrace", measure(() -> target().maintain(Instant.now())));
        Map<String, String> reads = new LinkedHashMap<>();
        reads.put("millrace", "(" + CdcTarget.visible(spec()).query(path("millrace")) + ")");
        reads.put("merge, defaults", path("merge_defaults"));
        for (var read : reads.entrySet()) {
            List<Cost> list = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Cost cost =
                        measure(
                                () ->
                                        session.sql(
                                                        "SELECT count(*), sum(a), max(b), max(e),"
                                                                + " sum(d) FROM "
                                                                + read.getValue())
                                                .collectAsList());
                if (i > 0) {
                    list.add(cost);
                }
            }
            print("read", read.getKey(), median(list));
        }
        check(reads);
    }

    /** The rivals must have come to the same table; type 2 by hand loses versions. */
    private void check(Map<String, String> reads) {
        if (type != 1) {
            return;
        }
        Set<String> results = new java.util.HashSet<>();
        reads.values()
                .forEach(
                        relation ->
                                results.add(
                                        session.sql(
                                                        "SELECT count(*), sum(a), max(e),"
                                                                + " sum(hash(k, a, b, e)) FROM "
                                                                + relation)
                                                .collectAsList()
                                                .toString()));
        System.out.println(results.size() == 1 ? "same rows " + results : "DIFFERENT " + results);
    }

    private static Cost measure(Runnable work) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long processor = system.getProcessCpuTime();
        long wall = System.nanoTime();
        work.run();
        return new Cost(
                (System.nanoTime() - wall) / 1e9, (system.getProcessCpuTime() - processor) / 1e9);
    }

    private static Cost median(List<Cost> costs) {
        double[] wall = costs.stream().mapToDouble(Cost::wall).sorted().toArray();
        double[] processor = costs.stream().mapToDouble(Cost::processor).sorted().toArray();
        return new Cost(wall[wall.length / 2], processor[processor.length / 2]);
    }

    private static void print(String what, String rival, Cost cost) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %-18s wall %7.2f s  processor %7.2f s%n",
                what,
                rival,
                cost.wall(),
                cost.processor());
    }

    private String path(String table) {
        return "delta.`" + base + "/" + table + "`";
    }

    private Dataset<Row> payload(Dataset<Row> keyed, Column hash) {
        return keyed.withColumn("a", pmod(hash, lit(1000)).cast("int"))
                .withColumn("b", concat(lit("name-"), hash.cast("string")))
                .withColumn("c", pmod(hash, lit(97)).cast("int"))
                .withColumn("d", hash.cast("double").divide(lit(3)))
                .withColumn("e", sha2(hash.cast("string"), 256));
    }

    private Dataset<Row> initial() {
        return payload(session.range(0, rows, 1, 8).withColumn("k", col("id")), xxhash64(col("id")))
                .withColumn("seq", lit(1L))
                .drop("id");
    }

    private void write(int batch) {
        Column hash = xxhash64(col("id"), lit(batch));
        Column key =
                recent
                        ? lit(rows).minus(pmod(hash, lit(rows / 20)))
                        : pmod(hash, lit(rows + rows / 10));
        Dataset<Row> data =
                session.range(changes)
                        .withColumn("k", key)
                        .withColumn("seq", col("id").plus(lit(1_000_000L * batch)))
                        .withColumn(
                                "op",
                                when(
                                                pmod(expr("shiftright(xxhash64(id), 3)"), lit(20))
                                                        .equalTo(0),
                                                "D")
                                        .otherwise("U"));
        payload(data, hash).drop("id").repartition(2).write().parquet(base + "/changes/" + batch);
    }

    private Dataset<Row> changes(int batch) {
        return session.read().parquet(base + "/changes/" + batch);
    }

    private CdcSpec spec() {
        List<StructField> columns =
                Arrays.asList(org.apache.spark.sql.types.StructType.fromDDL(COLUMNS).fields());
        return new CdcSpec(
                "f",
                "t",
                type == 1 ? ScdType.TYPE_1 : ScdType.TYPE_2,
                List.of(DataTypes.createStructField("k", DataTypes.LongType, true)),
                "seq",
                DataTypes.LongType,
                Optional.empty(),
                DataTypes.LongType,
                columns,
                Optional.of("op = 'D'"),
                Optional.empty(),
                Set.of(),
                type == 1 ? Set.of() : Set.copyOf(PAYLOAD),
                Optional.empty(),
                List.of("k", "a", "b", "c", "d", "e"),
                Map.of(),
                List.of());
    }

    private CdcTarget target() {
        return targets.computeIfAbsent(
                "millrace",
                name -> new CdcTarget(session, spec(), base + "/millrace", Optional.empty()));
    }

    private void loadMillrace() {
        session.conf().set("spark.sql.shuffle.partitions", "2");
        DeltaTableLog.at(session, base + "/millrace")
                .create(
                        CdcTarget.definition(spec(), Optional.empty(), Map.of()),
                        new TableWrite.Mark("generation", 1));
        target().apply(batch(initial().withColumn("op", lit("U")), 0));
    }

    private static Batch batch(Dataset<Row> rows, int number) {
        return new Batch(rows, "flow", number, "generation", 1, false);
    }

    private void millrace(int batch) {
        session.conf().set("spark.sql.shuffle.partitions", "2");
        target().apply(batch(changes(batch), batch));
    }

    private void loadPlain(String table, boolean vectors) {
        String history = type == 1 ? "" : ", __START_AT BIGINT, __END_AT BIGINT";
        session.sql(
                "CREATE TABLE %s (k BIGINT, %s, seq BIGINT%s) USING delta TBLPROPERTIES"
                                .formatted(path(table), COLUMNS, history)
                        + " ('delta.enableDeletionVectors' = '"
                        + vectors
                        + "')");
        Dataset<Row> data = initial();
        if (type == 2) {
            data =
                    data.withColumn("__START_AT", col("seq"))
                            .withColumn("__END_AT", lit(null).cast("bigint"));
        }
        data.write().format("delta").mode("append").save(base + "/" + table);
    }

    private void merge(String table, int batch, String partitions, boolean guarded) {
        session.conf().set("spark.sql.shuffle.partitions", partitions);
        Dataset<Row> newest =
                changes(batch)
                        .withColumn(
                                "rn",
                                row_number()
                                        .over(Window.partitionBy("k").orderBy(col("seq").desc())))
                        .where("rn = 1")
                        .drop("rn");
        if (type == 1) {
            mergeType1(table, newest, guarded ? " AND s.seq > t.seq" : "");
        } else {
            mergeType2(table, newest, guarded ? " AND s.seq > t.seq" : "");
        }
    }

    private void mergeType1(String table, Dataset<Row> newest, String guard) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("seq", "s.seq");
        PAYLOAD.forEach(column -> values.put(column, "s." + column));
        Map<String, String> inserted = new LinkedHashMap<>(values);
        inserted.put("k", "s.k");
        DeltaTable.forPath(session, base + "/" + table)
                .as("t")
                .merge(newest.as("s"), "t.k = s.k")
                .whenMatched("s.op = 'D'" + guard)
                .delete()
                .whenMatched("s.op <> 'D'" + guard)
                .updateExpr(values)
                .whenNotMatched("s.op <> 'D'")
                .insertExpr(inserted)
                .execute();
    }

    /** The textbook way: changed rows twice, once with a NULL key to be inserted. */
    private void mergeType2(String table, Dataset<Row> newest, String guard) {
        Dataset<Row> open =
                session.read()
                        .format("delta")
                        .load(base + "/" + table)
                        .where("__END_AT IS NULL")
                        .select("k", "a", "b", "c", "d", "e");
        Column changed = lit(false);
        for (String column : PAYLOAD) {
            changed =
                    changed.or(
                            org.apache.spark.sql.functions.not(
                                    col("s." + column).eqNullSafe(col("t." + column))));
        }
        Dataset<Row> again =
                newest.as("s")
                        .join(open.as("t"), expr("s.k = t.k"))
                        .where(col("s.op").notEqual("D").and(changed))
                        .select("s.*");
        Dataset<Row> staged =
                newest.withColumn("mk", col("k"))
                        .unionByName(again.withColumn("mk", lit(null).cast("bigint")));
        Map<String, String> inserted = new LinkedHashMap<>();
        inserted.put("k", "s.k");
        inserted.put("seq", "s.seq");
        PAYLOAD.forEach(column -> inserted.put(column, "s." + column));
        inserted.put("__START_AT", "s.seq");
        inserted.put("__END_AT", "null");
        DeltaTable.forPath(session, base + "/" + table)
                .as("t")
                .merge(staged.as("s"), "t.k = s.mk AND t.__END_AT IS NULL")
                .whenMatched(
                        "(s.op = 'D' OR NOT (t.a <=> s.a AND t.b <=> s.b AND t.c <=> s.c AND t.d"
                                + " <=> s.d AND t.e <=> s.e))"
                                + guard)
                .updateExpr(Map.of("__END_AT", "s.seq"))
                .whenNotMatched("s.op <> 'D'")
                .insertExpr(inserted)
                .execute();
    }
}
