/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A function in the FROM of a query that makes rows.
 *
 * <p>Implementations hold no state and are called by several threads. What a user did wrong is told
 * by a {@link TableFunctionException}; the planner adds the place in the user's file.
 */
public interface TableFunction {

    /** The name in lower case. */
    String name();

    /** The rows that are there now, to be read as a batch. */
    Dataset<Row> batch(TableFunctionCall call);

    /** The rows as a stream; called only where the query says {@code STREAM}. */
    Dataset<Row> stream(TableFunctionCall call);

    /**
     * Whether a stream may find something that it has not read yet. Asked before a flow is started;
     * when in doubt the answer is yes.
     *
     * @param progress where the stream stands
     * @param notice told what the user should know about input that is not read
     */
    default boolean hasNewInput(
            TableFunctionCall call, SourceProgress progress, Consumer<String> notice) {
        return true;
    }

    /**
     * What a stream reads; empty for functions of which a query can tell only the name. Two calls
     * of equal identity read the same.
     */
    default Optional<SourceIdentity> identity(TableFunctionCall call) {
        return Optional.empty();
    }

    /** Whether another call of the function reads something now that this one reads, too. */
    default boolean overlaps(TableFunctionCall call, TableFunctionCall other) {
        return false;
    }

    /** What a byte of a compressed or columnar file is in bytes of text, as a rough estimate. */
    long TEXT_PER_PACKED = 8;

    /**
     * How many bytes of text a call would read at most, about; empty when that cannot be told
     * cheaply. Small work is run with other settings.
     */
    default OptionalLong textBytes(TableFunctionCall call) {
        return OptionalLong.empty();
    }

    /**
     * A short text that is equal for two batch reads of equal input, so that a materialized view
     * need not be computed again; empty when that cannot be told.
     */
    default Optional<String> fingerprint(TableFunctionCall call) {
        return Optional.empty();
    }

    /**
     * How much a read would find now; empty when that cannot be told cheaply.
     *
     * @param progress where a stream stands; empty for a batch, and for a stream that has not begun
     */
    default Optional<InputAmount> waiting(
            TableFunctionCall call, Optional<SourceProgress> progress) {
        return Optional.empty();
    }

    /**
     * What a stream has read that it could not read again, such as files that were removed; in
     * words, sorted.
     */
    default List<String> vanished(TableFunctionCall call, SourceProgress progress) {
        return List.of();
    }

    /** What {@link #vanished} counts, for messages. */
    default String vanishedThings(TableFunctionCall call) {
        return "files";
    }

    /**
     * What a stream has still to read and cannot read any more, in words, sorted. Called each time
     * before a stream goes on, and may keep in the state of the call what it has to know then.
     *
     * @param progress where the stream stands; empty for one that has not begun; its offset is an
     *     empty text for one that has not finished anything
     */
    default List<String> lost(TableFunctionCall call, Optional<SourceProgress> progress) {
        return List.of();
    }

    /**
     * What to write in the query so that a stream goes on without what is lost; empty when the call
     * says so already.
     */
    default Optional<String> waysOutOfLoss(TableFunctionCall call) {
        return Optional.empty();
    }
}
