/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.lit;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.delta.StoredRows;
import io.millrace.spark.delta.TableWrite;
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
    private final Optional<KeyedRules> keyed;
    private final Optional<AppendedKeys> appended;
    private final Optional<Quarantine> quarantine;
    private final boolean files;

    /**
     * @param keyed rules of the target that look at it with a batch in it
     * @param appended rules of the target that look at it before a batch is added
     * @param quarantine where the target has side tables
     * @param files whether the rows come from files of which the names are known
     */
    Judgements(
            String flow,
            List<Judgement> views,
            Optional<Judgement> target,
            Optional<KeyedRules> keyed,
            Optional<AppendedKeys> appended,
            Optional<Quarantine> quarantine,
            boolean files) {
        this.flow = flow;
        this.all = new ArrayList<>(views);
        this.target = target;
        this.keyed = keyed;
        this.appended = appended;
        this.quarantine = quarantine;
        this.files = files;
        target.ifPresent(all::add);
    }

    /**
     * The rows that stay of those that the flow would write; all of them where {@link #divert} or
     * {@link #judge} decides.
     */
    public Dataset<Row> keep(Dataset<Row> rows) {
        return target.isEmpty() || quarantine.isPresent() || appended.isPresent()
                ? rows
                : target.get().keep(rows);
    }

    /** Whether {@link #judge} has to look at the rows before they are added to the table. */
    public boolean looksBeforeAdding() {
        return appended.isPresent();
    }

    /**
     * Decides which rows of a batch are added to the table, and puts others into side tables. The
     * rows are run once, however often they are judged.
     *
     * @param batch what side tables call it
     */
    public TableWrite.Judge judge(String batch, TableWrite.Mark mark) {
        Quarantine.Batch named =
                new Quarantine.Batch(
                        Optional.of(batch), Optional.of(mark), Optional.empty(), files);
        return new TableWrite.Judge() {
            private Dataset<Row> pinned;

            @Override
            public Dataset<Row> keep(Dataset<Row> rows, StoredRows table) {
                if (quarantine.isPresent()) {
                    return quarantine.get().divert(rows, named, seen -> judged(seen, table));
                }
                return judged(rows, table)
                        .where(Verdicts.stays())
                        .select(Columns.named(rows.columns()));
            }

            private Dataset<Row> judged(Dataset<Row> rows, StoredRows table) {
                if (pinned == null) {
                    pinned = verdicts(rows);
                }
                Dataset<Row> result = appended.orElseThrow().judge(pinned, table);
                check();
                return result;
            }
        };
    }

    /** The rows with what the rules over one row say of them, looked at once. */
    private Dataset<Row> verdicts(Dataset<Row> rows) {
        return target.map(rules -> rules.judge(rows, Verdicts.COLUMN))
                .orElseGet(() -> rows.withColumn(Verdicts.COLUMN, lit(null).cast("string")))
                .localCheckpoint(true);
    }

    /** Whether a row can fail the flow. */
    public boolean mayFail() {
        return all.stream().anyMatch(Judgement::mayFail);
    }

    /** Whether rows go to a side table. */
    public boolean diverts() {
        return quarantine.isPresent();
    }

    /**
     * Puts rows into side tables and returns those that stay. Does nothing where there are none.
     *
     * @param rows a batch that can be run
     * @param batch what the side table calls it; empty when its rows replace all that are there
     * @param mark of the batch
     */
    public Dataset<Row> divert(
            Dataset<Row> rows, Optional<String> batch, Optional<TableWrite.Mark> mark) {
        return divert(
                rows,
                new Quarantine.Batch(
                        batch,
                        mark,
                        batch.isEmpty() ? Optional.of("true") : Optional.empty(),
                        files));
    }

    /**
     * The same for rows that replace those that meet a condition.
     *
     * @param predicate over the columns of the rows
     */
    public Dataset<Row> divertWhere(Dataset<Row> rows, String predicate) {
        return divert(
                rows,
                new Quarantine.Batch(
                        Optional.empty(), Optional.empty(), Optional.of(predicate), files));
    }

    private Dataset<Row> divert(Dataset<Row> rows, Quarantine.Batch batch) {
        return quarantine
                .map(
                        tables ->
                                tables.divert(
                                        rows,
                                        batch,
                                        seen -> {
                                            Dataset<Row> judged = verdicts(seen);
                                            check();
                                            return judged;
                                        }))
                .orElse(rows);
    }

    /** Whether {@link #judgeTable} has something to do. */
    public boolean looksAtTable() {
        return keyed.isPresent();
    }

    /**
     * Judges the rows that a batch writes into a table that changes row by row.
     *
     * @param others the rows that stay
     */
    public void judgeTable(Dataset<Row> others, Dataset<Row> fresh) {
        keyed.ifPresent(rules -> rules.judge(others, fresh));
    }

    /** To be called when the rows have been run, and before they are committed. */
    public void check() {
        all.forEach(rules -> rules.check(flow));
        keyed.ifPresent(rules -> rules.check(flow));
        appended.ifPresent(rules -> rules.check(flow));
    }

    /** What was counted since the last time. */
    public DataQuality take() {
        DataQuality sum = DataQuality.NONE;
        for (Judgement rules : all) {
            sum = sum.plus(rules.take());
        }
        DataQuality rows = sum;
        return keyed.map(KeyedRules::take)
                .or(() -> appended.map(AppendedKeys::take))
                .map(rows::plus)
                .orElse(rows);
    }
}
