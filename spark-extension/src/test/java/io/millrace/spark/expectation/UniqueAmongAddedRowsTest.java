/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FilesRead;
import io.millrace.spark.FlowResult;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.plan.FlowPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code EXPECT UNIQUE} on tables to which flows add rows. */
class UniqueAmongAddedRowsTest {

    /** What a task does; its function is sent as any other, so that it can hold no test. */
    private static final AtomicReference<Runnable> MEANWHILE = new AtomicReference<>();

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage);
    }

    private void sql(String statement) {
        SharedSparkSession.get().sql(statement.replace("$", pipeline.schema()));
    }

    private static ExpectationCount count(List<FlowResult> flows, String flow, int rule) {
        return flow(flows, flow).expectations().get(rule);
    }

    private static FlowResult flow(List<FlowResult> flows, String name) {
        return flows.stream().filter(flow -> flow.name().equals(name)).findFirst().orElseThrow();
    }

    private static String text(ExpectationCount count) {
        return count.name() + " " + count.passed() + "/" + count.failed();
    }

    // ---- Random histories, against a set of keys.

    private record Added(Integer key, int value, String origin) {

        String sql() {
            return "(%s, %d, '%s')".formatted(key, value, origin);
        }

        @Override
        public String toString() {
            return key + "," + value + "," + origin;
        }
    }

    /** What a table is after batches in an order. */
    private static final class Model {
        final Set<Integer> keys = new HashSet<>();
        final List<String> table = new ArrayList<>();
        final List<String> aside = new ArrayList<>();

        Model copy() {
            Model copy = new Model();
            copy.keys.addAll(keys);
            copy.table.addAll(table);
            copy.aside.addAll(aside);
            return copy;
        }

        Model with(List<Added> batch) {
            Model next = copy();
            batch.stream()
                    .sorted(
                            Comparator.comparing(
                                            Added::key,
                                            Comparator.nullsFirst(Comparator.naturalOrder()))
                                    .thenComparing(Added::value)
                                    .thenComparing(Added::origin))
                    .forEach(
                            row ->
                                    (row.key() == null || next.keys.add(row.key())
                                                    ? next.table
                                                    : next.aside)
                                            .add(row.toString()));
            next.table.sort(null);
            next.aside.sort(null);
            return next;
        }
    }

    /** The states that the batches of flows which run side by side may lead to. */
    private static List<Model> inAnyOrder(Model from, List<List<Added>> batches) {
        if (batches.isEmpty()) {
            return List.of(from);
        }
        List<Model> ends = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            List<List<Added>> rest = new ArrayList<>(batches);
            ends.addAll(inAnyOrder(from.with(rest.remove(i)), rest));
        }
        return ends;
    }

    @Test
    void tablesHoldTheFirstRowOfEachKeyInAnyHistory() {
        Random random = new Random(20);
        for (String name : List.of("a", "b", "seed")) {
            sql("CREATE TABLE $." + name + " (key INT, value INT, origin STRING) USING delta");
        }
        Map<String, String> actions = new LinkedHashMap<>();
        actions.put("kept", "");
        actions.put("dropped", "ON VIOLATION DROP ROW");
        actions.put("aside", "ON VIOLATION QUARANTINE ROW");
        StringBuilder text = new StringBuilder();
        actions.forEach(
                (table, action) ->
                        text.append(
                                """
                                CREATE STREAMING TABLE %1$s (CONSTRAINT one EXPECT UNIQUE (KEY) %2$s);
                                CREATE FLOW %1$s_a AS INSERT INTO %1$s BY NAME SELECT * FROM STREAM $.a;
                                CREATE FLOW %1$s_b AS INSERT INTO %1$s BY NAME SELECT * FROM STREAM $.b;
                                CREATE FLOW %1$s_s AS INSERT INTO ONCE %1$s BY NAME SELECT * FROM $.seed;
                                """
                                        .formatted(table, action)));
        pipeline.define(text.toString());
        Map<String, List<Model>> states = new LinkedHashMap<>();
        actions.keySet().forEach(table -> states.put(table, List.of(new Model())));
        List<Added> all = new ArrayList<>();
        for (int update = 0; update < 3; update++) {
            List<List<Added>> batches = new ArrayList<>();
            for (String source : update == 0 ? List.of("a", "b", "seed") : List.of("a", "b")) {
                if (update < 2 || source.equals("b")) {
                    batches.add(batch(random, source, all));
                }
            }
            List<FlowResult> flows = pipeline.run();
            for (String table : List.of("dropped", "aside")) {
                List<String> rows = rows(table);
                List<String> aside = table.equals("aside") ? rows("aside_quarantine") : null;
                List<Model> possible =
                        states.get(table).stream()
                                .flatMap(state -> inAnyOrder(state, batches).stream())
                                .filter(end -> end.table.equals(rows))
                                .filter(end -> aside == null || end.aside.equals(aside))
                                .toList();
                assertThat(possible).as("%s %s %s", table, rows, aside).isNotEmpty();
                states.put(table, List.of(possible.get(0)));
                long out = possible.get(0).aside.size();
                assertThat(out + rows.size()).isEqualTo(all.size());
            }
            assertThat(rows("kept")).isEqualTo(all.stream().map(Added::toString).sorted().toList());
            long judged =
                    flows.stream()
                            .filter(flow -> flow.name().startsWith("kept"))
                            .flatMap(flow -> flow.expectations().stream())
                            .mapToLong(rule -> rule.passed() + rule.failed())
                            .sum();
            assertThat(judged).isEqualTo(batches.stream().mapToLong(List::size).sum());
        }
    }

    private List<Added> batch(Random random, String source, List<Added> all) {
        List<Added> rows =
                Stream.generate(
                                () ->
                                        new Added(
                                                random.nextInt(8) == 0 ? null : random.nextInt(9),
                                                random.nextInt(3),
                                                source))
                        .limit(8)
                        .toList();
        sql(
                "INSERT INTO $.%s VALUES %s"
                        .formatted(
                                source,
                                rows.stream().map(Added::sql).collect(Collectors.joining(", "))));
        all.addAll(rows);
        return rows;
    }

    private List<String> rows(String table) {
        return pipeline.query("SELECT key, value, origin FROM $." + table).stream()
                .sorted()
                .toList();
    }

    // ---- Single cases.

    @Test
    void keysOfAllTypesAndRulesBesideOthers() {
        pipeline.source("src", "n INT, d DOUBLE, s STRING, day DATE, bad BOOLEAN");
        pipeline.define(
                """
                CREATE STREAMING TABLE doubles (CONSTRAINT one EXPECT UNIQUE (d) ON VIOLATION DROP ROW)
                AS SELECT d, n FROM STREAM $.src;
                CREATE STREAMING TABLE chars (
                  c CHAR(4), n INT,
                  CONSTRAINT one EXPECT UNIQUE (c) ON VIOLATION DROP ROW
                ) AS SELECT s AS c, n FROM STREAM $.src;
                CREATE STREAMING TABLE nested (CONSTRAINT one EXPECT UNIQUE (k, a) ON VIOLATION DROP ROW)
                AS SELECT named_struct('d', d) AS k, array(d) AS a, map('n', n) AS m FROM STREAM $.src;
                CREATE STREAMING TABLE days (
                  CONSTRAINT day_and_text EXPECT UNIQUE (day, s) ON VIOLATION QUARANTINE ROW,
                  CONSTRAINT good EXPECT (NOT bad) ON VIOLATION DROP ROW,
                  CONSTRAINT small EXPECT (n < 4),
                  CONSTRAINT number EXPECT UNIQUE (n)
                ) PARTITIONED BY (day) AS SELECT * FROM STREAM $.src;
                """);
        String values =
                "(1, double('NaN'), 'a', '2026-01-01', true), (2, double('NaN'), 'a  ', '2026-01-01', false),"
                        + " (3, -0.0D, 'A', '2026-01-02', false), (4, 0.0D, 'b', '2026-01-02', false),"
                        + " (5, NULL, NULL, '2026-01-02', false), (5, NULL, NULL, '2026-01-02', false),"
                        + " (6, 7.5D, 'A', '2026-01-02', false), (6, 7.25D, 'c', '2026-01-03', false)";

        List<FlowResult> flows = pipeline.feed(values);

        assertThat(pipeline.query("SELECT n FROM $.doubles ORDER BY n"))
                .containsExactly("1", "3", "5", "5", "6", "6");
        assertThat(pipeline.query("SELECT n FROM $.chars ORDER BY n"))
                .containsExactly("1", "3", "4", "5", "5", "6");
        assertThat(pipeline.query("SELECT m['n'] FROM $.nested ORDER BY 1"))
                .containsExactly("1", "3", "5", "6", "6");
        // The first row of (2026-01-01, a) is none of the table.
        assertThat(pipeline.query("SELECT n, s FROM $.days ORDER BY n, s"))
                .containsExactly("2,a  ", "3,A", "4,b", "5,null", "5,null", "6,c");
        assertThat(
                        pipeline.query(
                                "SELECT n, array_join(_violated_rules, '+') FROM $.days_quarantine"))
                .containsExactly("6,small+day_and_text");
        assertThat(flow(flows, "days").expectations().stream().map(rule -> text(rule)))
                .containsExactlyInAnyOrder(
                        "good 7/1", "small 3/5", "day_and_text 7/1", "number 7/1");
        assertThat(flow(flows, "days").droppedRows()).hasValue(1L);
        assertThat(flow(flows, "days").quarantinedRows()).hasValue(1L);

        pipeline.feed(values);

        assertThat(pipeline.query("SELECT count(d), count(*) FROM $.doubles"))
                .containsExactly("4,8");
        assertThat(pipeline.query("SELECT count(c), count(*) FROM $.chars")).containsExactly("4,8");
        assertThat(pipeline.query("SELECT count(s), count(*) FROM $.days")).containsExactly("4,8");
        assertThat(pipeline.query("SELECT count(*) FROM $.days_quarantine")).containsExactly("6");
    }

    @Test
    void filesThatCanHoldNoKeyAreLeftOutAndWhatWasThereBeforeTheRuleIsNotJudged() {
        pipeline.source("src", "id INT, note STRING");
        String text =
                """
                CREATE STREAMING TABLE t (%s) AS SELECT id, note FROM STREAM $.src;
                """;
        pipeline.define(text.formatted("id INT, note STRING"));
        pipeline.feed("(1, 'a'), (1, 'b'), (9, 'x')");
        pipeline.define(
                text.formatted(
                        "id INT, note STRING,"
                                + " CONSTRAINT one EXPECT UNIQUE (id) ON VIOLATION DROP ROW"));
        List<FlowResult> first = pipeline.feed("(101, 'c'), (102, 'd')");
        assertThat(count(first, "t", 0).read()).isEmpty();
        pipeline.feed("(201, 'e'), (209, 'f')");

        List<FlowResult> next = pipeline.feed("(205, 'g'), (209, 'h'), (206, 'i')");

        assertThat(text(count(next, "t", 0))).isEqualTo("one 2/1");
        assertThat(count(next, "t", 0).read().map(FilesRead::files)).contains(filesOf("id > 200"));
        assertThat(pipeline.query("SELECT note FROM $.t ORDER BY note"))
                .containsExactly("a", "b", "c", "d", "e", "f", "g", "i", "x");
        FlowPlan plan = pipeline.plan(UpdateRequest.refreshAll()).datasets().get(0).flows().get(0);
        assertThat(plan.notes()).isEmpty();
        pipeline.append("(5, 'j'), (101, 'k')");
        plan = pipeline.plan(UpdateRequest.refreshAll()).datasets().get(0).flows().get(0);
        assertThat(plan.notes())
                .singleElement()
                .asString()
                .startsWith(
                        "its rule `one` reads, with each batch, the files of `t` whose statistics"
                                + " leave room for the batch's keys: now at most ");
        pipeline.run();
        assertThat(pipeline.query("SELECT note FROM $.t WHERE id IN (5, 101) ORDER BY note"))
                .containsExactly("c", "j");
    }

    private long filesOf(String condition) {
        return pipeline.query(
                        "SELECT DISTINCT _metadata.file_path FROM $.t WHERE note <> 'g' AND note <> 'i'"
                                + " AND "
                                + condition)
                .size();
    }

    @Test
    void aBatchThatBreaksTheRuleWritesNothingAndOneThatWasCommittedIsNotJudgedAgain()
            throws IOException {
        pipeline.source("src", "id INT, note STRING");
        pipeline.define(
                """
                CREATE STREAMING TABLE t (
                  id INT, note STRING,
                  CONSTRAINT one EXPECT UNIQUE (id) ON VIOLATION FAIL UPDATE,
                  CONSTRAINT has_note EXPECT (note IS NOT NULL) ON VIOLATION QUARANTINE ROW
                ) AS SELECT id, note FROM STREAM $.src;
                """);
        pipeline.feed("(1, 'a'), (1, NULL), (2, 'b')");
        // As if the process had died between the commit and the checkpoint.
        assertThat(forgetLastBatch()).isPositive();

        List<FlowResult> again = pipeline.run();

        assertThat(flow(again, "t").outputRows().orElse(0L)).isZero();
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("1", "2");
        pipeline.append("(3, 'c'), (2, 'd'), (4, NULL)");
        UpdateResult failed = pipeline.update(UpdateRequest.refreshAll());
        assertThat(failed.flows().get(0).error().orElseThrow().message())
                .contains("'one' (1 of 3 rows")
                .contains("{\"id\":2}");
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("1", "2");
        assertThat(pipeline.query("SELECT id FROM $.t_quarantine")).containsExactly("1");
    }

    private int forgetLastBatch() throws IOException {
        int forgotten = 0;
        try (Stream<Path> files = Files.walk(storage)) {
            for (Path file : files.toList()) {
                boolean commit = "commits".equals(Objects.toString(file.getParent().getFileName()));
                if (commit && Files.isRegularFile(file)) {
                    Files.delete(file);
                    forgotten++;
                }
            }
        }
        return forgotten;
    }

    @Test
    void whatAnotherWriterAddsMeanwhileCountsToo() {
        AtomicBoolean done = new AtomicBoolean();
        Runnable add = this::addElsewhere;
        MEANWHILE.set(
                () -> {
                    if (done.compareAndSet(false, true)) {
                        add.run();
                    }
                });
        SharedSparkSession.get()
                .udf()
                .register(
                        "meanwhile",
                        (UDF1<Integer, Boolean>)
                                id -> {
                                    if (id == 2) {
                                        MEANWHILE.get().run();
                                    }
                                    return true;
                                },
                        DataTypes.BooleanType);
        pipeline.source("src", "id INT, note STRING");
        pipeline.define(
                """
                CREATE STREAMING TABLE t (
                  CONSTRAINT one EXPECT UNIQUE (id) ON VIOLATION DROP ROW,
                  CONSTRAINT slow EXPECT (meanwhile(id))
                ) AS SELECT id, note FROM STREAM $.src;
                """);
        pipeline.feed("(1, 'a')");

        List<FlowResult> flows = pipeline.feed("(1, 'b'), (2, 'b'), (3, 'b')");

        assertThat(done).isTrue();
        assertThat(pipeline.query("SELECT id, note FROM $.t ORDER BY id"))
                .containsExactly("1,a", "2,elsewhere", "3,b");
        assertThat(flow(flows, "t").expectations().stream().map(rule -> text(rule)))
                .containsExactlyInAnyOrder("one 1/2", "slow 3/0");
    }

    private void addElsewhere() {
        Thread thread =
                new Thread(
                        () ->
                                SharedSparkSession.get()
                                        .newSession()
                                        .sql("SELECT 2 AS id, 'elsewhere' AS note")
                                        .write()
                                        .format("delta")
                                        .mode("append")
                                        .saveAsTable(pipeline.schema() + ".t"));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
