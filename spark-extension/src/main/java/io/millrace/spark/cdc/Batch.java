/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A batch of source rows and the marks that its commit carries.
 *
 * @param mark the application id of the flow: target, flow and generation
 * @param number the batch's number under that id; a batch at or below the last committed number is
 *     skipped
 * @param generationMark the application id of the target's generation
 * @param generation a commit that begins a new generation replaces everything that the table holds
 * @param always whether to commit the marks even when nothing changes
 * @param judge the rules that events meet
 */
public record Batch(
        Dataset<Row> rows,
        String mark,
        long number,
        String generationMark,
        long generation,
        boolean always,
        EventJudge judge) {

    public Batch {
        requireNonNull(rows, "rows");
        requireNonNull(mark, "mark");
        requireNonNull(generationMark, "generationMark");
        requireNonNull(judge, "judge");
    }

    /** A batch whose events meet no rules. */
    public Batch(
            Dataset<Row> rows,
            String mark,
            long number,
            String generationMark,
            long generation,
            boolean always) {
        this(rows, mark, number, generationMark, generation, always, EventJudge.NONE);
    }

    /** The same batch, its events judged. */
    public Batch judgedBy(EventJudge rules) {
        return new Batch(rows, mark, number, generationMark, generation, always, rules);
    }

    Map<String, Long> marks() {
        return Map.of(mark, number, generationMark, generation);
    }
}
