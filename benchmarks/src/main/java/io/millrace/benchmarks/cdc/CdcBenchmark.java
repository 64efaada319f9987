/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import io.millrace.benchmarks.cdc.Feed.Kind;
import io.millrace.spark.MillraceSparkExtensions;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * AUTO CDC beside MERGE by hand, all in one process: the contenders take turns at each batch, the
 * first batches and loads are not measured, and what is printed are medians.
 */
public final class CdcBenchmark {

    private static final int WARM_UP = 2;
    private static final int FIRST_WARM_UP = 4;
    private static final int LOADS = 3;

    private final SparkSession session;
    private final String base;
    private final long rows;
    private final long changes;
    private final int rounds;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private CdcBenchmark(SparkSession session, Path folder, long rows, long changes, int rounds) {
        this.session = session;
        this.base = "file:" + folder.toAbsolutePath();
        this.rows = rows;
        this.changes = changes;
        this.rounds = rounds;
    }

    /**
     * Arguments: an empty folder, how many batches of each kind are measured, rows of the target,
     * changes of a batch, and the parts to measure out of {@code load 1 2 history} (all).
     */
    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        int rounds = Integer.parseInt(argument(arguments, 1, "3"));
        long rows = Long.parseLong(argument(arguments, 2, "1000000"));
        long changes = Long.parseLong(argument(arguments, 3, "10000"));
        String parts = argument(arguments, 4, "load 1 2 history");
        SparkSession session =
                SparkSession.builder()
                        .master("local[2]")
                        .config("spark.ui.enabled", "false")
                        .config(
                                "spark.sql.extensions",
                                "io.delta.sql.DeltaSparkSessionExtension,"
                                        + MillraceSparkExtensions.class.getName())
                        .config(
                                "spark.sql.catalog.spark_catalog",
                                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                        .config("spark.databricks.delta.snapshotPartitions", "2")
                        .getOrCreate();
        session.sparkContext().setLogLevel("ERROR");
        Cost.countJobs(session.sparkContext());
        new CdcBenchmark(session, folder, rows, changes, rounds).run(List.of(parts.split(" ", -1)));
        session.stop();
    }

    private static String argument(String[] arguments, int index, String standard) {
        return arguments.length > index ? arguments[index] : standard;
    }

    private void run(List<String> parts) {
        Feed feed = new Feed(session, base + "/feed", rows, changes);
        feed.writeInitial("initial", 1);
        if (parts.contains("load")) {
            loads(feed);
        }
        for (int type = 1; type <= 2; type++) {
            if (parts.contains(Integer.toString(type))) {
                batches(feed, type);
            }
        }
        if (parts.contains("history")) {
            history();
        }
    }

    /** The first load of an empty target beside an append to a plain table. */
    private void loads(Feed feed) {
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round <= LOADS; round++) {
            String place = base + "/load-" + round;
            List<Contender> contenders =
                    List.of(
                            new MergeContender(session, place + "-plain", 1, false),
                            new AutoCdcContender(session, place + "-type1", 1),
                            new AutoCdcContender(session, place + "-type2", 2));
            List<String> names = List.of("append to a plain table", "type 1", "type 2");
            for (int i = 0; i < names.size(); i++) {
                Contender contender = contenders.get(i);
                Dataset<Row> initial = feed.read("initial");
                Cost cost = cost(() -> contender.load(initial));
                if (round > 0) {
                    costs.computeIfAbsent(names.get(i), none -> new ArrayList<>()).add(cost);
                }
            }
        }
        table(
                String.format(Locale.ROOT, "First load of %,d rows", rows),
                costs,
                "append to a plain table");
    }

    private void batches(Feed feed, int type) {
        String place = base + "/type" + type;
        List<Contender> contenders =
                List.of(
                        new AutoCdcContender(session, place + "-millrace", type),
                        new MergeContender(session, place + "-tuned", type, true),
                        new MergeContender(session, place + "-usual", type, false));
        contenders.forEach(contender -> contender.load(feed.read("initial")));
        int number = type * 1_000;
        int warmUp = FIRST_WARM_UP;
        Map<String, List<Cost>> tidying = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            if (type == 1 && kind == Kind.UNIFORM_LATE) {
                checkSameRows(contenders);
            }
            Map<String, List<Cost>> costs = new LinkedHashMap<>();
            for (int round = 0; round < warmUp + rounds; round++) {
                int batch = ++number;
                feed.writeBatch(kind, batch);
                for (Contender contender : contenders) {
                    String data = Integer.toString(batch);
                    Dataset<Row> changed = feed.read(data);
                    Cost cost = cost(() -> contender.apply(changed, batch));
                    if (round >= warmUp) {
                        costs.computeIfAbsent(contender.name(), none -> new ArrayList<>())
                                .add(cost);
                    }
                }
            }
            table(
                    String.format(
                            Locale.ROOT, "Batch of %,d, type %d, %s", changes, type, kind.title),
                    costs,
                    "millrace");
            for (Contender contender : contenders) {
                tidying.computeIfAbsent(contender.name(), none -> new ArrayList<>())
                        .add(cost(contender::tidy));
            }
        }
        table("Maintenance after some batches, type " + type, tidying, "millrace");
        reads(contenders, type);
    }

    /** The tables as the batches and the maintenance between them left them. */
    private void reads(List<Contender> contenders, int type) {
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round < WARM_UP + 5; round++) {
            for (Contender contender : contenders) {
                Cost cost =
                        cost(
                                () ->
                                        session.sql(
                                                        "SELECT count(*), sum(a), max(b), max(e),"
                                                                + " sum(d), max(k) FROM "
                                                                + contender.relation())
                                                .collectAsList());
                if (round >= WARM_UP) {
                    costs.computeIfAbsent(contender.name(), none -> new ArrayList<>()).add(cost);
                }
            }
        }
        int batches = FIRST_WARM_UP - WARM_UP + Kind.values().length * (WARM_UP + rounds);
        table(
                "Full read after %d batches, type %d".formatted(batches, type),
                costs,
                contenders.get(contenders.size() - 1).name());
    }

    /** Type 2 with one closed version of each key, and with ten. */
    private void history() {
        long keys = rows / 5;
        Map<String, Contender> contenders = new LinkedHashMap<>();
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        Feed feed = new Feed(session, base + "/feed-history", keys, changes);
        for (int versions : new int[] {2, 11}) {
            String name =
                    String.format(
                            Locale.ROOT,
                            "%d closed versions of each of %,d keys",
                            versions - 1,
                            keys);
            feed.writeInitial("initial" + versions, versions);
            Contender contender = new AutoCdcContender(session, base + "/history" + versions, 2);
            contender.load(feed.read("initial" + versions));
            contenders.put(name, contender);
        }
        for (int round = 0; round < WARM_UP + rounds; round++) {
            int batch = 1 + round;
            feed.writeBatch(Kind.UNIFORM, batch);
            for (var entry : contenders.entrySet()) {
                String data = Integer.toString(batch);
                Dataset<Row> changed = feed.read(data);
                Cost cost = cost(() -> entry.getValue().apply(changed, batch));
                if (round >= WARM_UP) {
                    costs.computeIfAbsent(entry.getKey(), none -> new ArrayList<>()).add(cost);
                }
            }
        }
        table(
                String.format(Locale.ROOT, "Batch of %,d, type 2, uniform keys, in order", changes),
                costs,
                costs.keySet().iterator().next());
    }

    /** As long as events come in order the contenders must agree. */
    private void checkSameRows(List<Contender> contenders) {
        Set<String> results = new HashSet<>();
        for (Contender contender : contenders) {
            results.add(
                    session.sql(
                                    "SELECT count(*), sum(a), max(e), sum(hash(k, a, b, e)) FROM "
                                            + contender.relation())
                            .collectAsList()
                            .toString());
        }
        if (results.size() > 1) {
            throw new IllegalStateException("the contenders disagree: " + results);
        }
    }

    private Cost cost(Runnable work) {
        return Cost.of(session.sparkContext(), work);
    }

    private void table(String title, Map<String, List<Cost>> costs, String yardstick) {
        Cost base = Cost.median(costs.get(yardstick));
        out.println("| " + title + " | wall, s | ratio | processor, s | ratio | jobs |");
        out.println("|---|---:|---:|---:|---:|---:|");
        costs.forEach(
                (name, list) -> {
                    Cost cost = Cost.median(list);
                    out.printf(
                            Locale.ROOT,
                            "| %s | %.2f | %.2f | %.2f | %.2f | %.0f |%n",
                            name,
                            cost.wall(),
                            cost.wall() / base.wall(),
                            cost.processor(),
                            cost.processor() / base.processor(),
                            cost.jobs());
                });
        out.println();
    }
}
