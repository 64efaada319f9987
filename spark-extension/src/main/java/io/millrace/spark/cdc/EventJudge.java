/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rules that events meet before they are applied. */
public interface EventJudge {

    /** Which events are rows of the target, over the columns that the judge is given. */
    String UPSERTS = RowShape.OPERATION + " = " + RowShape.UPSERT;

    /** Lets everything pass. */
    EventJudge NONE =
            new EventJudge() {
                @Override
                public Dataset<Row> keep(Dataset<Row> events) {
                    return events;
                }

                @Override
                public void check() {
                    // There is nothing that could have failed.
                }
            };

    /**
     * The events that stay.
     *
     * @param events with the target's columns, among others; truncates and deletes too
     */
    Dataset<Row> keep(Dataset<Row> events);

    /** Whether there are rules that look at the table as it is with the batch in it. */
    default boolean looksAtTable() {
        return false;
    }

    /**
     * Judges the rows that the batch writes, before {@link #check}.
     *
     * @param others the rows that stay as they are
     * @param fresh the rows that are written; cheap to run again
     */
    default void judgeTable(Dataset<Row> others, Dataset<Row> fresh) {}

    /** Called when the events have been run and nothing is committed yet; throws to keep it so. */
    void check();
}
