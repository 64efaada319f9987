/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/**
 * Something in a query that checks want to know about.
 *
 * @param name the function or clause in the user's words, such as {@code row_number} or {@code
 *     GROUP BY}
 * @param overStream whether the block of the query that it stands in reads a stream, perhaps
 *     through a common table expression or a derived table; for a join, whether both sides do
 * @param watermarked whether the block reads through a WATERMARK clause; for a join, whether both
 *     sides do
 * @param windowed for an aggregate, whether a time window groups it
 * @param aggregated whether its rows are groups: of the block itself or of one that it reads
 * @param top whether it belongs to the outermost block, not to a subquery
 * @param unmarked where the relations are named that it reads as streams without a WATERMARK clause
 *     on their way; one list, for a join one for each such side: views may bring one along
 * @param span the clause's keywords or the function call
 */
public record QueryFact(
        Kind kind,
        String name,
        boolean overStream,
        boolean watermarked,
        boolean windowed,
        boolean aggregated,
        boolean top,
        List<List<SourceSpan>> unmarked,
        SourceSpan span) {

    public QueryFact {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        unmarked = unmarked.stream().map(List::copyOf).toList();
        requireNonNull(span, "span");
    }

    /** The kinds of facts. */
    public enum Kind {
        /** GROUP BY, or an aggregate function without one. */
        AGGREGATE,
        /** {@code current_timestamp()}, {@code now()} and their like. */
        CURRENT_TIME_FUNCTION,
        /** SELECT DISTINCT, and the set operations that remove duplicates. */
        DISTINCT,
        /** A join of two relations. */
        JOIN,
        /** LIMIT or OFFSET. */
        LIMIT,
        /** {@code rand()}, {@code uuid()} and their like. */
        NON_DETERMINISTIC_FUNCTION,
        /** ORDER BY, SORT BY, CLUSTER BY or DISTRIBUTE BY. */
        ORDER_BY,
        /** A function with OVER. */
        WINDOW_FUNCTION
    }
}
