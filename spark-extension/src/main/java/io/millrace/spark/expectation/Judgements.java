/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.spark.event.DataQuality;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** All rules that a try of a flow meets: those of the views that it reads, then its target's. */
public final class Judgements {

    private final String flow;
    private final List<Judgement> all;
    private final Optional<Judgement> target;

    public Judgements(String flow, List<Judgement> views, Optional<Judgement> target) {
        this.flow = flow;
        this.all = new ArrayList<>(views);
        this.target = target;
        target.ifPresent(all::add);
    }

    /** The rows that stay of those that the flow would write. */
    public Dataset<Row> keep(Dataset<Row> rows) {
        return target.map(rules -> rules.keep(rows)).orElse(rows);
    }

    /** To be called when the rows have been run, and before they are committed. */
    public void check() {
        all.forEach(rules -> rules.check(flow));
    }

    /** What was counted since the last time. */
    public DataQuality take() {
        DataQuality sum = DataQuality.NONE;
        for (Judgement rules : all) {
            sum = sum.plus(rules.take());
        }
        return sum;
    }
}
