/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.Violation;
import io.millrace.spark.ExpectationCount;
import io.millrace.spark.FilesRead;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.event.DataQuality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How rows fared against UNIQUE rules that have looked at more than the rows themselves. */
final class UniqueTally {

    private final RuleSet rules;
    private final long[] failed;
    private final String[] samples;
    private final FilesRead[] read;
    private long judged;

    UniqueTally(RuleSet rules) {
        this.rules = rules;
        this.failed = new long[rules.rules().size()];
        this.samples = new String[failed.length];
        this.read = new FilesRead[failed.length];
    }

    /** So many rows more are judged by all rules. */
    void judged(long rows) {
        judged += rows;
    }

    /**
     * Some of them have broken a rule.
     *
     * @param sample the columns of one of them as JSON; null when there is none
     */
    void broke(int rule, long rows, String sample) {
        failed[rule] += rows;
        samples[rule] = samples[rule] == null ? sample : samples[rule];
    }

    /** A rule has read the table. */
    void read(int rule, FilesRead files) {
        read[rule] = read[rule] == null ? files : read[rule].plus(files);
    }

    /** Fails when a row has broken a rule with FAIL UPDATE; before anything is committed. */
    void check(String flow) {
        for (int i = 0; i < failed.length; i++) {
            DatasetExpectation rule = rules.rules().get(i);
            if (rule.violation() == Violation.FAIL && failed[i] > 0) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_EXPECTATION_VIOLATION,
                        ("Flow '%s' failed to meet the expectation of '%s'. Violated expectations:"
                                        + " '%s' (%d of %d rows have their like). Output record:"
                                        + " '%s'. Nothing of this batch was written")
                                .formatted(
                                        flow,
                                        rules.display(),
                                        rule.name(),
                                        failed[i],
                                        judged,
                                        rules.maskSamples() ? masked(rule) : samples[i]));
            }
        }
    }

    private static String masked(DatasetExpectation rule) {
        return rule.columns().stream()
                .map(name -> "\"" + name + "\":\"***\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** How many rows the rules with an action have kept out; empty when there is no such rule. */
    private Optional<Long> keptOut(Violation action) {
        boolean has = rules.rules().stream().anyMatch(rule -> rule.violation() == action);
        long sum = 0;
        for (int i = 0; i < failed.length; i++) {
            sum += rules.rules().get(i).violation() == action ? failed[i] : 0;
        }
        return has ? Optional.of(sum) : Optional.empty();
    }

    /** What was counted since the last time. */
    DataQuality take() {
        List<ExpectationCount> counts = new ArrayList<>();
        for (int i = 0; i < failed.length; i++) {
            counts.add(
                    new ExpectationCount(
                            rules.rules().get(i).name(),
                            rules.dataset(),
                            judged - failed[i],
                            failed[i],
                            Optional.empty(),
                            Optional.ofNullable(read[i])));
        }
        DataQuality found =
                new DataQuality(keptOut(Violation.DROP), keptOut(Violation.QUARANTINE), counts);
        clear();
        return found;
    }

    /** Forgets what was counted. */
    void clear() {
        judged = 0;
        Arrays.fill(failed, 0);
        Arrays.fill(samples, null);
        Arrays.fill(read, null);
    }
}
