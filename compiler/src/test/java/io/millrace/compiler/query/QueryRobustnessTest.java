/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.millrace.compiler.diagnostic.ErrorCode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryRobustnessTest {

    private static final List<String> WORDS =
            List.of(
                    "SELECT",
                    "FROM",
                    "STREAM",
                    "WITH",
                    "(",
                    ")",
                    ",",
                    "t",
                    "AS",
                    "WHERE",
                    "LIVE",
                    ".",
                    "JOIN",
                    "ON",
                    "=",
                    "'x'",
                    "1",
                    "*",
                    "|>",
                    "GROUP",
                    "BY",
                    "OVER",
                    "WATERMARK",
                    "DELAY",
                    "OF",
                    "INTERVAL",
                    "IDENTIFIER",
                    "`a`",
                    "::",
                    "INT",
                    ":",
                    "=>",
                    "\n",
                    "😀",
                    "--",
                    "/*",
                    "*/",
                    "'",
                    "`",
                    "VALUES",
                    "TABLE",
                    "UNION",
                    "\\",
                    "[",
                    "]",
                    "<",
                    ">",
                    "cloud_files",
                    "CASE",
                    "WHEN",
                    "END",
                    "\r\n",
                    "${x}",
                    "$$");

    private static void analyze(String sql) {
        QueryParser.analyze(QueryTexts.span(sql))
                .diagnostics()
                .forEach(
                        problem ->
                                assertThat(problem.code())
                                        .as(sql)
                                        .isNotEqualTo(ErrorCode.MILLRACE_INTERNAL_ERROR));
        ExpressionParser.analyze(QueryTexts.span(sql))
                .diagnostics()
                .forEach(
                        problem ->
                                assertThat(problem.code())
                                        .as(sql)
                                        .isNotEqualTo(ErrorCode.MILLRACE_INTERNAL_ERROR));
    }

    @Test
    void takesAnySequenceOfWords() {
        Random random = new Random(7);
        for (int i = 0; i < 1_500; i++) {
            List<String> parts = new ArrayList<>();
            int length = 1 + random.nextInt(20);
            if (random.nextBoolean()) {
                parts.add("SELECT * FROM");
            }
            for (int k = 0; k < length; k++) {
                parts.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            analyze(String.join(random.nextInt(4) == 0 ? "" : " ", parts));
        }
    }

    @Test
    void takesAnyCharacters() {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int k = 0; k < 30; k++) {
                text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
            }
            analyze(text.toString());
            analyze("SELECT " + text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 60, 140, 1_000, 100_000})
    void deepNestingEndsInAResult(int depth) {
        for (String[] brackets :
                new String[][] {
                    {"SELECT ", "(", "1", ")"},
                    {"SELECT * FROM ", "(SELECT * FROM ", "t", ")"},
                    {"SELECT ", "f(", "1", ")"},
                    {"SELECT ", "a[", "1", "]"},
                    {"SELECT ", "NOT ", "a", ""},
                    {"SELECT ", "- ", "a", ""},
                    {"SELECT ", "CASE WHEN a THEN ", "1", " END"},
                    {"", "(", "SELECT 1", ")"}
                }) {
            String sql =
                    brackets[0]
                            + brackets[1].repeat(depth)
                            + brackets[2]
                            + brackets[3].repeat(depth);
            Assertions.assertTimeoutPreemptively(
                    Duration.ofMinutes(3), () -> analyze(sql), () -> brackets[1] + " x " + depth);
        }
    }

    @Test
    void longChainsAreTaken() {
        analyze("SELECT " + "a + ".repeat(5_000) + "a FROM t");
        analyze("SELECT * FROM t WHERE " + "a = 1 OR ".repeat(5_000) + "b");
        analyze("SELECT 1 " + "UNION ALL SELECT 1 ".repeat(2_000));
        analyze("SELECT * FROM t " + "JOIN u ON a = b ".repeat(500));
        analyze("SELECT " + "a, ".repeat(20_000) + "a FROM t");
    }

    @Test
    void manySmallQueriesShareWhatTheParserHasLearned() {
        analyze("SELECT 1");
        long start = cpuTime();
        for (int i = 0; i < 3_000; i++) {
            QueryTexts.analyze(
                    "SELECT a, count(*) AS n FROM STREAM t"
                            + i
                            + " WATERMARK ts DELAY OF INTERVAL 3 MINUTES WHERE x > 1 AND id IN"
                            + " (SELECT id FROM u) GROUP BY a");
        }
        // Far above the usual second: a guard against look-ahead that starts anew for each query.
        assertThat(Duration.ofNanos(cpuTime() - start)).isLessThan(Duration.ofMinutes(1));
    }

    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Test
    void theParserIsUsedByManyThreads() {
        assertThatCode(
                        () ->
                                java.util.stream.IntStream.range(0, 200)
                                        .parallel()
                                        .forEach(
                                                i ->
                                                        QueryTexts.valid(
                                                                "SELECT a FROM STREAM t" + i)))
                .doesNotThrowAnyException();
    }
}
