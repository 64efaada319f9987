/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

/**
 * What a batch did to the rows that the user sees.
 *
 * @param events how many events the batch held
 * @param upserted rows that are new or have new values
 * @param deleted rows, for type 2 open versions, that are gone
 * @param ties events that have the key and sequence of another event but say something else
 * @param skipped whether the batch had been applied before
 */
public record BatchCounts(long events, long upserted, long deleted, long ties, boolean skipped) {

    public static final BatchCounts NOTHING = new BatchCounts(0, 0, 0, 0, false);
    static final BatchCounts SKIPPED = new BatchCounts(0, 0, 0, 0, true);

    public BatchCounts plus(BatchCounts other) {
        return new BatchCounts(
                events + other.events,
                upserted + other.upserted,
                deleted + other.deleted,
                ties + other.ties,
                skipped && other.skipped);
    }
}
