/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FlowResult;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random rules over random rows, against counts that are made row by row. */
class ExpectationOracleTest {

    private static final List<String> ACTIONS =
            List.of("", " ON VIOLATION DROP ROW", " ON VIOLATION QUARANTINE ROW");

    /** A condition in SQL and in Java; what raises an error or is NULL is not met. */
    private record Rule(String sql, BiPredicate<Integer, Integer> met) {}

    private static final List<Rule> RULES =
            List.of(
                    new Rule("a > 0", (a, b) -> a != null && a > 0),
                    new Rule("a IS NULL OR b < 3", (a, b) -> a == null || (b != null && b < 3)),
                    new Rule(
                            "10 / b > a",
                            (a, b) -> a != null && b != null && b != 0 && 10.0 / b > a),
                    new Rule("a <=> b", Objects::equals),
                    new Rule(
                            "CASE WHEN a = 2 THEN raise_error('two') ELSE b IS NOT NULL END",
                            (a, b) -> !Objects.equals(a, 2) && b != null));

    private record Values(Integer a, Integer b) {}

    @TempDir Path storage;

    @Test
    void countsAndTablesAreThoseOfARowByRowLook() {
        for (int seed = 1; seed <= 2; seed++) {
            Random random = new Random(seed);
            SqlPipeline pipeline =
                    new SqlPipeline(storage.resolve("s" + seed))
                            .source("src", "n INT, a INT, b INT");
            List<Integer> actions =
                    RULES.stream().map(rule -> random.nextInt(ACTIONS.size())).toList();
            pipeline.define(
                    "SET spark.sql.codegen.wholeStage = %s;\n".formatted(seed % 2 == 0)
                            + IntStream.range(0, RULES.size())
                                    .mapToObj(
                                            i ->
                                                    "CONSTRAINT r%d EXPECT (%s)%s"
                                                            .formatted(
                                                                    i,
                                                                    RULES.get(i).sql(),
                                                                    ACTIONS.get(actions.get(i))))
                                    .collect(
                                            Collectors.joining(
                                                    ", ",
                                                    "CREATE STREAMING TABLE $.t (",
                                                    ", CONSTRAINT all EXPECT (n >= 0) ON VIOLATION"
                                                            + " QUARANTINE ROW) AS SELECT * FROM"
                                                            + " STREAM $.src;")));
            List<String> kept = new ArrayList<>();
            List<String> out = new ArrayList<>();
            for (int batch = 0; batch < 2; batch++) {
                check(pipeline, random, actions, batch, kept, out);
            }
        }
    }

    private static void check(
            SqlPipeline pipeline,
            Random random,
            List<Integer> actions,
            int batch,
            List<String> kept,
            List<String> out) {
        List<Values> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(new Values(value(random), value(random)));
        }
        long[] failed = new long[RULES.size()];
        long dropped = 0;
        for (int i = 0; i < rows.size(); i++) {
            int worst = -1;
            for (int r = 0; r < RULES.size(); r++) {
                if (!RULES.get(r).met().test(rows.get(i).a(), rows.get(i).b())) {
                    failed[r]++;
                    int action = actions.get(r);
                    worst = action == 1 || worst == 1 ? 1 : Math.max(worst, action);
                }
            }
            String id = Integer.toString(batch * 100 + i);
            dropped += worst == 1 ? 1 : 0;
            if (worst == 2) {
                out.add(id);
            } else if (worst != 1) {
                kept.add(id);
            }
        }
        String values =
                IntStream.range(0, rows.size())
                        .mapToObj(
                                i ->
                                        "(%d, %s, %s)"
                                                .formatted(
                                                        batch * 100 + i,
                                                        rows.get(i).a(),
                                                        rows.get(i).b()))
                        .collect(Collectors.joining(", "));

        FlowResult flow = pipeline.feed(values).get(0);

        assertThat(flow.expectations().stream().map(ExpectationCount::failed).limit(failed.length))
                .containsExactlyElementsOf(
                        IntStream.range(0, failed.length).mapToObj(i -> failed[i]).toList());
        assertThat(flow.expectations())
                .allSatisfy(rule -> assertThat(rule.passed() + rule.failed()).isEqualTo(40));
        assertThat(flow.droppedRows()).hasValue(dropped);
        long stayed = flow.outputRows().orElseThrow();
        assertThat(flow.quarantinedRows()).hasValue(rows.size() - dropped - stayed);
        assertThat(pipeline.query("SELECT n FROM $.t")).containsExactlyInAnyOrderElementsOf(kept);
        assertThat(pipeline.query("SELECT n FROM $.t_quarantine"))
                .containsExactlyInAnyOrderElementsOf(out);
    }

    private static Integer value(Random random) {
        int value = random.nextInt(6) - 2;
        return value == -2 ? null : value;
    }
}
