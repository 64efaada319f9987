/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read is what Delta alone would read. */
@TestInstance(Lifecycle.PER_CLASS)
class PreparedScanRuleTest {

    private final SparkSession session = SharedSparkSession.get().newSession();

    private Path folder;
    private String table;

    @BeforeAll
    void createTable(@TempDir Path ofAllTests) {
        folder = ofAllTests;
        table = createTable("t");
    }

    /** Four files in two partitions; one file of each has deleted rows. */
    private String createTable(String name) {
        String path = folder.resolve(name).toString();
        String created = "delta.`" + path + "`";
        session.sql(
                "CREATE TABLE "
                        + created
                        + " (k BIGINT, v STRING, p INT) USING delta PARTITIONED BY (p)"
                        + " TBLPROPERTIES ('delta.enableDeletionVectors' = true)");
        for (int start : List.of(0, 100)) {
            session.range(start, start + 100, 1, 1)
                    .selectExpr("id AS k", "concat('v', id % 7) AS v", "int(id % 2) AS p")
                    .write()
                    .format("delta")
                    .mode("append")
                    .save(path);
        }
        session.sql("DELETE FROM " + created + " WHERE k < 100 AND k % 10 < 3");
        return created;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM $t",
                "SELECT count(*) FROM $t",
                "SELECT sum(k), max(v) FROM $t WHERE k >= 100",
                "SELECT sum(k), max(v) FROM $t WHERE k < 100",
                "SELECT sum(k) FROM $t WHERE p = 1",
                "SELECT sum(k) FROM $t WHERE p = 1 AND k < 50 AND v <> 'v3'",
                "SELECT sum(k) FROM $t WHERE p = 1 AND p = 0",
                "SELECT sum(k) FROM $t WHERE k >= 0 OR p = 7",
                "SELECT sum(k) FROM $t WHERE true AND k % 3 = 0",
                "SELECT sum(k) FROM $t WHERE v LIKE 'v%' AND rand() >= 0",
                "SELECT sum(k) FROM $t WHERE k = (SELECT max(k) FROM $t WHERE k < 100)",
                "SELECT sum(k) FROM $t WHERE k IN (SELECT k + 100 FROM $t WHERE p = 0)",
                "SELECT count(*) FROM $t a JOIN $t b ON a.k = b.k + 100 WHERE b.p = 1",
                "SELECT count(*) FROM $t a JOIN $t b ON a.p = b.p WHERE b.k = 55",
                "SELECT sum(k) FROM (SELECT k FROM $t WHERE k < 100 UNION ALL SELECT k FROM $t)",
                "SELECT sum(k) FROM (SELECT k FROM $t WHERE p = 1 ORDER BY k LIMIT 20)",
                "SELECT sum(k) FROM $t VERSION AS OF 1 WHERE k < 100",
                "SELECT count(DISTINCT _metadata.file_path), sum(k) FROM $t WHERE k > 20",
            })
    void theResultIsThatOfDeltaAlone(String query) {
        String text = query.replace("$t", table);
        assertThat(rows(session, text)).isEqualTo(rows(alone(), text)).isNotEmpty();
    }

    @Test
    void writersReadTheSameRows() {
        String written = createTable("written");
        session.sql("UPDATE " + written + " SET v = 'new' WHERE k BETWEEN 40 AND 140");
        session.sql(
                "MERGE INTO $t t USING (SELECT * FROM $t WHERE p = 0 AND k < 60) s ON t.k = s.k"
                                .replace("$t", written)
                        + " WHEN MATCHED AND s.k > 30 THEN DELETE"
                        + " WHEN MATCHED THEN UPDATE SET t.v = 'merged'");
        String all =
                "SELECT p, count(*), sum(k), sum(hash(k, v, p)) FROM " + written + " GROUP BY p";
        assertThat(rows(session, all)).isEqualTo(rows(alone(), all));
        assertThat(rows(session, "SELECT count(*) FROM " + written + " WHERE v = 'merged'"))
                .containsExactly("[9]");
        assertThat(rows(session, "SELECT count(*) FROM " + written)).containsExactly("[161]");
    }

    @Test
    void filesAreSelectedOnce() throws Exception {
        String query = "SELECT sum(k), max(v) FROM " + table + " WHERE k < 100 AND v <> 'v3'";
        assertThat(jobs(session, query)).isEqualTo(jobs(alone(), query) - 2);
    }

    private static List<String> rows(SparkSession session, String query) {
        return session.sql(query).collectAsList().stream().map(Object::toString).sorted().toList();
    }

    private int jobs(SparkSession session, String query) throws Exception {
        rows(session, query);
        String group = "jobs-of-" + System.identityHashCode(session);
        AtomicInteger jobs = new AtomicInteger();
        SparkListener listener =
                new SparkListener() {
                    @Override
                    public void onJobStart(SparkListenerJobStart start) {
                        if (group.equals(start.properties().getProperty("spark.jobGroup.id"))) {
                            jobs.incrementAndGet();
                        }
                    }
                };
        session.sparkContext().addSparkListener(listener);
        session.sparkContext().setJobGroup(group, query, false);
        try {
            rows(session, query);
        } finally {
            session.sparkContext().clearJobGroup();
            session.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
            session.sparkContext().removeSparkListener(listener);
        }
        return jobs.get();
    }

    /** A session without the rule. */
    private SparkSession alone() {
        SparkSession other = session.newSession();
        other.conf().set("spark.sql.optimizer.excludedRules", PreparedScanRule.class.getName());
        return other;
    }
}
