/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.to_json;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.event.DataQuality;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * UNIQUE rules of a table that changes row by row. The rows that a batch writes are judged, against
 * each other and against those that stay; of use for one try of a flow.
 */
public final class KeyedRules {

    private static final String NEW = "__mr_new";
    private static final String ALL = "__mr_all";

    private final RuleSet rules;
    private final UniqueTally tally;

    KeyedRules(RuleSet rules) {
        this.rules = rules;
        this.tally = new UniqueTally(rules);
    }

    /**
     * Judges what a batch writes.
     *
     * @param others the rows that stay
     * @param fresh the rows that it writes; cheap to run again
     */
    void judge(Dataset<Row> others, Dataset<Row> fresh) {
        tally.judged(fresh.count());
        for (int i = 0; i < rules.rules().size(); i++) {
            Row found = broken(others, fresh, rules.rules().get(i).columns());
            tally.broke(i, found.getLong(0), found.getString(1));
        }
    }

    /** How many rows that are written have their like, and the values of one of them. */
    private static Row broken(Dataset<Row> others, Dataset<Row> fresh, List<String> names) {
        Column[] columns = Columns.named(names);
        Column complete = lit(true);
        for (Column column : columns) {
            complete = complete.and(column.isNotNull());
        }
        Dataset<Row> values = fresh.select(columns).where(complete);
        Dataset<Row> known =
                others.select(columns)
                        .join(values.distinct(), names.toArray(String[]::new), "left_semi");
        return values.withColumn(NEW, lit(1L))
                .unionAll(known.withColumn(NEW, lit(0L)))
                .groupBy(columns)
                .agg(count(lit(1)).as(ALL), sum(NEW).as(NEW))
                .where(col(ALL).gt(1).and(col(NEW).gt(0)))
                .agg(coalesce(sum(NEW), lit(0L)), first(to_json(struct(columns))))
                .first();
    }

    /** Fails when a row has broken a rule with FAIL UPDATE; before anything is committed. */
    void check(String flow) {
        tally.check(flow);
    }

    /** What was counted since the last time. */
    DataQuality take() {
        return tally.take();
    }
}
