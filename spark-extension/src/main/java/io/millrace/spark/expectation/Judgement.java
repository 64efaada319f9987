/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.spark.ExpectationCount;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.RowRules;
import io.millrace.spark.catalyst.RuleAction;
import io.millrace.spark.catalyst.RuleTally;
import io.millrace.spark.event.DataQuality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The rules of a dataset over one relation of one flow's query, or over its output: where the rows
 * are counted. Of use for one try of the flow.
 */
public final class Judgement {

    private final SparkSession session;
    private final RuleSet rules;
    private final RowRules conditions;
    private final RuleTally tally;
    private final List<RuleAction> actions;
    private StructType columns = new StructType();

    /**
     * @param applies which rows are judged, over their columns; the others stay
     */
    public Judgement(SparkSession session, RuleSet rules, Optional<String> applies) {
        this.session = session;
        this.rules = rules;
        this.conditions = rules.conditions(applies);
        this.actions = rules.actions();
        this.tally = RuleTally.register(session.sparkContext(), actions);
    }

    /**
     * The rows that stay. They are counted when, and as often as, the data set is run; the last
     * time counts.
     *
     * @throws QueryException when a rule cannot be evaluated over the columns of the rows
     */
    public Dataset<Row> keep(Dataset<Row> rows) {
        columns = RowRules.shown(rows.schema());
        Dataset<Row> seen = rules.withHelpers(rows);
        Dataset<Row> kept = conditions.keep(seen, tally);
        return seen == rows ? kept : kept.select(Columns.named(rows.columns()));
    }

    /**
     * All rows, with what becomes of them in one more column.
     *
     * @throws QueryException when a rule cannot be evaluated over the columns of the rows
     */
    Dataset<Row> judge(Dataset<Row> rows, String column) {
        columns = RowRules.shown(rows.schema());
        Dataset<Row> seen = rules.withHelpers(rows);
        Dataset<Row> judged = conditions.judge(seen, tally, column);
        return seen == rows ? judged : judged.drop(helpers(seen, rows));
    }

    private static String[] helpers(Dataset<Row> seen, Dataset<Row> rows) {
        return Arrays.copyOfRange(seen.columns(), rows.columns().length, seen.columns().length);
    }

    boolean mayFail() {
        return actions.contains(RuleAction.FAIL);
    }

    /** Fails when a row has broken a rule with FAIL UPDATE; before anything is committed. */
    public void check(String flow) {
        RuleTally.Counts counts = tally.value();
        List<String> broken = new ArrayList<>();
        Optional<Object> sample = Optional.empty();
        for (int i = 0; i < actions.size(); i++) {
            if (actions.get(i) != RuleAction.FAIL || counts.failed(i) == 0) {
                continue;
            }
            broken.add(
                    "'%s' (%d of %d rows%s)"
                            .formatted(
                                    rules.rules().get(i).name(),
                                    counts.failed(i),
                                    counts.judged(),
                                    error(counts, i).map(text -> ": " + text).orElse("")));
            sample = sample.isPresent() ? sample : Optional.ofNullable(counts.sample(i));
        }
        if (broken.isEmpty()) {
            return;
        }
        String row =
                sample.map(
                                found ->
                                        new SampleRow(session, columns, rules.maskSamples())
                                                .text(found))
                        .orElse("{}");
        throw new QueryException(
                RunErrorCode.MILLRACE_EXPECTATION_VIOLATION,
                ("Flow '%s' failed to meet the expectation of '%s'. Violated expectations: %s."
                                + " Output record: '%s'. Nothing of this batch was written")
                        .formatted(flow, rules.display(), String.join(", ", broken), row));
    }

    /** What was counted since the last time. */
    public DataQuality take() {
        RuleTally.Counts counts = tally.take();
        List<ExpectationCount> found = new ArrayList<>();
        for (int i = 0; i < actions.size(); i++) {
            found.add(
                    new ExpectationCount(
                            rules.rules().get(i).name(),
                            rules.dataset(),
                            counts.judged() - counts.failed(i),
                            counts.failed(i),
                            error(counts, i)));
        }
        return new DataQuality(
                Optional.of(counts.dropped()),
                actions.contains(RuleAction.QUARANTINE)
                        ? Optional.of(counts.quarantined())
                        : Optional.empty(),
                found);
    }

    /** The message of an error may quote values of the row. */
    private Optional<String> error(RuleTally.Counts counts, int rule) {
        return Optional.ofNullable(counts.error(rule))
                .map(
                        text ->
                                rules.maskSamples() && text.startsWith("[")
                                        ? text.substring(0, text.indexOf(']') + 1)
                                        : text);
    }
}
