/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkThrowable;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.AccumulatorV2;
import scala.Option;

/**
 * Counts how rows fare against rules, while a {@link RowJudge} looks at them in the tasks of a job.
 *
 * <p>The counts are exact, whatever the scheduler does: they are kept by partition, so that a
 * partition that is computed again takes the place of its first counts instead of adding to them;
 * and only the last stage counts, as some operators run what stands below them once more, to sample
 * it.
 */
public final class RuleTally extends AccumulatorV2<RuleTally.Counts, RuleTally.Counts> {

    private static final long serialVersionUID = 1L;

    /** How many failing rows are shown of each rule. */
    private static final int SAMPLES = 1;

    private final RuleAction[] actions;
    private final TreeMap<Integer, Map<Integer, Counts>> byStage = new TreeMap<>();

    private transient Counts current;
    private transient RuleAction verdict;
    private transient int wanted;
    private transient StringBuilder broken;

    /** What was found in some rows. */
    public static final class Counts implements Serializable {

        private static final long serialVersionUID = 1L;

        private long judged;
        private long dropped;
        private long quarantined;
        private final long[] failed;
        private final String[] errors;
        private final InternalRow[] samples;

        Counts(int rules) {
            failed = new long[rules];
            errors = new String[rules];
            samples = new InternalRow[rules];
        }

        /** How many rows were looked at. */
        public long judged() {
            return judged;
        }

        /** How many of them were dropped. */
        public long dropped() {
            return dropped;
        }

        /** How many of them go to a side table. */
        public long quarantined() {
            return quarantined;
        }

        /** How many rows broke a rule. */
        public long failed(int rule) {
            return failed[rule];
        }

        /** The message of an error that a rule raised; null when it raised none. */
        public String error(int rule) {
            return errors[rule];
        }

        /** A row that broke a rule which fails the flow; null when there is none. */
        public InternalRow sample(int rule) {
            return samples[rule];
        }

        private void add(Counts other) {
            judged += other.judged;
            dropped += other.dropped;
            quarantined += other.quarantined;
            for (int i = 0; i < failed.length; i++) {
                failed[i] += other.failed[i];
                errors[i] = errors[i] == null ? other.errors[i] : errors[i];
                samples[i] = samples[i] == null ? other.samples[i] : samples[i];
            }
        }
    }

    private RuleTally(RuleAction[] actions) {
        this.actions = actions;
    }

    /** A tally that tasks can count in. */
    public static RuleTally register(SparkContext context, List<RuleAction> actions) {
        RuleTally tally = new RuleTally(actions.toArray(RuleAction[]::new));
        tally.register(context, Option.empty(), false);
        return tally;
    }

    /** What has been counted since the last time; the counting begins anew. */
    public synchronized Counts take() {
        Counts counts = value();
        reset();
        return counts;
    }

    // What follows up to verdict() is called in a task, for one row after the other.

    /** The next row. */
    public void begin() {
        if (current == null) {
            TaskContext task = TaskContext.get();
            current =
                    byStage.computeIfAbsent(
                                    task == null ? -1 : task.stageId(), stage -> new HashMap<>())
                            .computeIfAbsent(
                                    task == null ? 0 : task.partitionId(),
                                    partition -> new Counts(actions.length));
        }
        current.judged++;
        verdict = RuleAction.KEEP;
        wanted = -1;
        if (broken != null) {
            broken.setLength(0);
        }
    }

    /** The row breaks a rule. */
    public void broke(int rule) {
        current.failed[rule]++;
        RuleAction action = actions[rule];
        if (action.compareTo(verdict) > 0) {
            verdict = action;
        }
        if (action == RuleAction.FAIL && current.failed[rule] <= SAMPLES) {
            wanted = rule;
        }
        if (broken == null) {
            broken = new StringBuilder();
        }
        broken.append(broken.length() == 0 ? "" : ",").append(rule);
    }

    /** A rule cannot be evaluated for the row, and so is broken. */
    public void raised(int rule, Exception error) {
        if (current.errors[rule] == null) {
            current.errors[rule] = message(error);
        }
        broke(rule);
    }

    /** Whether the row shall be shown. */
    public boolean wantsSample() {
        return wanted >= 0;
    }

    /** The row to show. */
    public void sample(InternalRow row) {
        current.samples[wanted] = row.copy();
    }

    /** Whether the row stays; ends the row. */
    public boolean keeps() {
        count();
        return verdict == RuleAction.KEEP || verdict == RuleAction.FAIL;
    }

    /**
     * Null when the row breaks no rule; else the numbers of the rules that it breaks, joined by
     * commas, behind {@code K:} when it stays all the same, {@code D:} when it is dropped and
     * {@code Q:} when it goes to a side table. Ends the row.
     */
    public UTF8String verdict() {
        count();
        return switch (verdict) {
            case KEEP, FAIL ->
                    broken == null || broken.length() == 0
                            ? null
                            : UTF8String.fromString("K:" + broken);
            case DROP -> UTF8String.fromString("D:" + broken);
            case QUARANTINE -> UTF8String.fromString("Q:" + broken);
        };
    }

    private void count() {
        if (verdict == RuleAction.DROP) {
            current.dropped++;
        } else if (verdict == RuleAction.QUARANTINE) {
            current.quarantined++;
        }
    }

    private static String message(Exception error) {
        String text = String.valueOf(error.getMessage());
        if (!(error instanceof SparkThrowable)) {
            return error.getClass().getSimpleName() + ": " + text;
        }
        String first = text.lines().findFirst().orElse("");
        int state = first.lastIndexOf(" SQLSTATE: ");
        return state < 0 ? first : first.substring(0, state);
    }

    @Override
    public synchronized boolean isZero() {
        return byStage.isEmpty();
    }

    @Override
    public RuleTally copy() {
        RuleTally copy = new RuleTally(actions);
        copy.merge(this);
        return copy;
    }

    @Override
    public synchronized void reset() {
        byStage.clear();
        current = null;
    }

    @Override
    public void add(Counts counts) {
        throw new UnsupportedOperationException("rows are counted one by one");
    }

    /** A partition that was counted before is counted as it was the last time. */
    @Override
    public synchronized void merge(AccumulatorV2<Counts, Counts> other) {
        ((RuleTally) other)
                .byStage.forEach(
                        (stage, counts) ->
                                byStage.computeIfAbsent(stage, key -> new HashMap<>())
                                        .putAll(counts));
    }

    @Override
    public synchronized Counts value() {
        Counts sum = new Counts(actions.length);
        if (!byStage.isEmpty()) {
            byStage.lastEntry().getValue().values().forEach(sum::add);
        }
        return sum;
    }

    /** A task's counts are of use only when they are complete. */
    @Override
    public boolean excludeFromHeartbeat() {
        return true;
    }
}
