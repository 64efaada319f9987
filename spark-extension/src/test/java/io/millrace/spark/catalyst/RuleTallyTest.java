/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class RuleTallyTest {

    private static final List<RuleAction> ACTIONS = List.of(RuleAction.KEEP, RuleAction.DROP);

    private final SparkSession session = SharedSparkSession.get();

    @Test
    void aPartitionThatIsComputedAgainIsCountedOnce() {
        RuleTally driver = RuleTally.register(session.sparkContext(), ACTIONS);
        for (int attempt = 0; attempt < 2; attempt++) {
            RuleTally task = (RuleTally) driver.copyAndReset();
            for (int row = 0; row < 5; row++) {
                task.begin();
                if (row < 2) {
                    task.broke(1);
                }
                assertThat(task.keeps()).isEqualTo(row >= 2);
            }
            driver.merge(task);
        }

        RuleTally.Counts counts = driver.take();

        assertThat(counts.judged()).isEqualTo(5);
        assertThat(counts.failed(1)).isEqualTo(2);
        assertThat(counts.dropped()).isEqualTo(2);
        assertThat(driver.take().judged()).isZero();
    }

    /** A sort over ranges runs what stands below it twice: once to find the ranges. */
    @Test
    void rowsThatOneQueryReadsTwiceAreCountedOnce() {
        RuleTally tally = RuleTally.register(session.sparkContext(), ACTIONS);
        Dataset<Row> rows =
                new RowRules(
                                "r",
                                List.of(rule("id > 10"), rule("id % 2 = 0")),
                                java.util.Optional.empty())
                        .keep(session.range(0, 100, 1, 4).toDF(), tally);

        assertThat(rows.orderBy("id").collectAsList()).hasSize(50);

        RuleTally.Counts counts = tally.take();
        assertThat(counts.judged()).isEqualTo(100);
        assertThat(counts.failed(0)).isEqualTo(11);
        assertThat(counts.dropped()).isEqualTo(50);
    }

    private static RowRules.Rule rule(String sql) {
        return new RowRules.Rule(
                sql,
                new io.millrace.compiler.graph.SqlText(
                        sql, "r.sql", io.millrace.compiler.source.PositionMap.identity()));
    }
}
