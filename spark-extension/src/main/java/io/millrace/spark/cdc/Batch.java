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
 */
public record Batch(
        Dataset<Row> rows,
        String mark,
        long number,
        String generationMark,
        long generation,
        boolean always) {

    public Batch {
        requireNonNull(rows, "rows");
        requireNonNull(mark, "mark");
        requireNonNull(generationMark, "generationMark");
    }

    Map<String, Long> marks() {
        return Map.of(mark, number, generationMark, generation);
    }
}
