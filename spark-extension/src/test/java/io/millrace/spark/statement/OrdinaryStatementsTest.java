/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.sql.DeltaSparkSessionExtension;
import io.millrace.spark.MillraceSparkExtensions;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.catalyst.Sessions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.Test;

/**
 * What is not ours is as without us: the same statements, one after the other, in a session with
 * Delta alone, with us behind Delta and with us before it, give the same plans, columns, rows,
 * errors and places.
 */
class OrdinaryStatementsTest {

    private static final SparkSession SHARED = SharedSparkSession.get();

    private static SparkSession delta() {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        new DeltaSparkSessionExtension().apply(extensions);
        return SharedSparkSession.with(extensions);
    }

    private static SparkSession deltaThenOurs() {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        new DeltaSparkSessionExtension().apply(extensions);
        new MillraceSparkExtensions().apply(extensions);
        return SharedSparkSession.with(extensions);
    }

    private static SparkSession oursThenDelta() {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        new MillraceSparkExtensions().apply(extensions);
        new DeltaSparkSessionExtension().apply(extensions);
        return SharedSparkSession.with(extensions);
    }

    /** Statements end with a semicolon at the end of a line. */
    private static List<String> statements() throws IOException {
        try (InputStream in =
                OrdinaryStatementsTest.class.getResourceAsStream("/ordinary/statements.sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return List.of(text.split(";\\n"));
        }
    }

    @Test
    void whatIsNotOursIsAsWithoutUs() throws IOException {
        List<String> statements = statements();
        assertThat(statements).hasSizeGreaterThan(100);
        List<String> alone = outcomes(delta(), statements);
        List<String> behind = outcomes(deltaThenOurs(), statements);
        List<String> before = outcomes(oursThenDelta(), statements);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            for (String outcome : List.of(behind.get(i), before.get(i))) {
                if (!outcome.equals(alone.get(i))) {
                    differences.add(
                            "%s%n without: %s%n with: %s"
                                    .formatted(statements.get(i), alone.get(i), outcome));
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    private static List<String> outcomes(SparkSession session, List<String> statements) {
        SparkSession before = SparkSession.active();
        Sessions.activate(session);
        try {
            session.sql("DROP SCHEMA IF EXISTS ord CASCADE");
            session.sql("CREATE SCHEMA ord");
            session.sql("USE ord");
            List<String> outcomes = new ArrayList<>();
            for (String statement : statements) {
                outcomes.add(normalized(outcome(session, statement)));
            }
            session.sql("DROP SCHEMA ord CASCADE");
            return outcomes;
        } finally {
            Sessions.activate(before);
        }
    }

    private static String outcome(SparkSession session, String statement) {
        try {
            Dataset<Row> rows = session.sql(statement);
            String plan =
                    ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                            .queryExecution()
                            .logical()
                            .toString();
            String values =
                    rows.isStreaming()
                            ? "a stream"
                            : rows.collectAsList().stream()
                                    .map(Row::toString)
                                    .collect(Collectors.joining("\n"));
            return rows.schema().treeString() + plan + "\n" + values;
        } catch (Exception e) {
            String context =
                    e instanceof SparkThrowable spark
                            ? spark.getCondition()
                                    + " "
                                    + java.util.Arrays.stream(spark.getQueryContext())
                                            .filter(c -> !c.fragment().isEmpty())
                                            .map(c -> c.startIndex() + "-" + c.stopIndex())
                                            .toList()
                            : "";
            return e.getClass().getName() + " " + context + "\n" + e.getMessage();
        }
    }

    /** Without what is another each time: ids of expressions, times, names of files. */
    private static String normalized(String outcome) {
        return outcome.replaceAll("#\\d+L?", "#")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d[.\\d]*Z?", "<time>")
                .replaceAll("\\w{3} \\w{3} \\d\\d \\d\\d:\\d\\d:\\d\\d UTC \\d{4}", "<time>")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<id>")
                .replaceAll("@[0-9a-f]{5,8}\\b", "@")
                .replaceAll("\\b\\d{13}\\b", "<millis>")
                .replaceAll("\\d+ms", "<ms>")
                .replaceAll("(executionTimeMs|scanTimeMs|rewriteTimeMs|\\w+TimeMs) -> \\d+", "$1")
                .replaceAll("\\[plan_id=\\d+\\]", "[plan]");
    }

    @Test
    void parametersArriveAlthoughDeltaLosesThem() {
        SparkSession ours = deltaThenOurs();
        Sessions.activate(ours);
        assertThat(ours.sql("SELECT :x + 1 AS y", Map.of("x", 1)).collectAsList().get(0).getInt(0))
                .isEqualTo(2);
        assertThat(ours.sql("SELECT ? || 'b'", new Object[] {"a"}).collectAsList().get(0).get(0))
                .isEqualTo("ab");
        assertThat(
                        ours.sql(
                                        "SELECT * FROM VALUES (1), (2) AS t(a) WHERE a > :x",
                                        Map.of("x", 1))
                                .count())
                .isEqualTo(1);
        assertThat(
                        ours.sql("EXECUTE IMMEDIATE 'SELECT ? + 1' USING 1")
                                .collectAsList()
                                .get(0)
                                .get(0))
                .isEqualTo(2);
        // The place is that in the text before the values came into it.
        assertThat(
                        outcome(
                                ours,
                                Map.of("long_parameter_name", "some long text"),
                                "SELECT :long_parameter_name, nothing"))
                .contains("UNRESOLVED_COLUMN", "29-35");
        Sessions.activate(SHARED);
    }

    private static String outcome(SparkSession session, Map<String, Object> values, String text) {
        try {
            return session.sql(text, values).schema().toString();
        } catch (Exception e) {
            SparkThrowable spark = (SparkThrowable) e;
            return spark.getCondition()
                    + " "
                    + spark.getQueryContext()[0].startIndex()
                    + "-"
                    + spark.getQueryContext()[0].stopIndex();
        }
    }
}
