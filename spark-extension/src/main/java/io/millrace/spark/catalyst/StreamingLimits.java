/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.UnionLoop;

/**
 * What Structured Streaming cannot do with a stream, in the words of a query instead of those of
 * data frames, and what to write instead.
 */
final class StreamingLimits {

    /** What Spark gives all its refusals of an operator. */
    private static final String REFUSED = "_LEGACY_ERROR_TEMP_3102";

    private static final String IN_VIEW = "compute it in a materialized view";

    private static final String JOIN =
            "a join keeps unmatched rows of the stream only: write the stream in front,"
                    + " FROM STREAM s LEFT JOIN t; or "
                    + IN_VIEW;

    private static final String SET =
            "a stream on the left, a table without STREAM on the right, and no ALL; or " + IN_VIEW;

    /** Hints by a part of Spark's sentence, the most special first. */
    private static final List<Map.Entry<String, String>> HINTS =
            List.of(
                    Map.entry(
                            "Union between",
                            "read both with STREAM; or give the rows of the table a flow of their"
                                    + " own: CREATE FLOW ... AS INSERT INTO ONCE ... BY NAME SELECT"
                                    + " ..."),
                    Map.entry("Intersect", SET),
                    Map.entry("Except", SET),
                    Map.entry(
                            "Distinct aggregations",
                            "size(collect_set(x)) counts exactly, approx_count_distinct(x) nearly;"
                                    + " or "
                                    + IN_VIEW),
                    Map.entry("Offset", "a stream has no first rows: leave it out, or " + IN_VIEW),
                    Map.entry(
                            "monotonically_increasing_id",
                            "leave it out: a column GENERATED ALWAYS AS IDENTITY numbers the rows"
                                    + " of a table"),
                    Map.entry(" join", JOIN));

    private StreamingLimits() {}

    /**
     * Refuses what Spark finds out about only while the stream runs, or never.
     *
     * @throws QueryException with what to write instead
     */
    static void check(LogicalPlan plan) {
        if (plan instanceof Except except && except.isAll() && except.isStreaming()) {
            throw refused("EXCEPT ALL of a stream is not supported", Optional.of(SET));
        }
        if (plan instanceof UnionLoop loop && loop.isStreaming()) {
            throw refused("a recursive query over a stream is not supported", Optional.of(IN_VIEW));
        }
        ScalaInterop.list(plan.children()).forEach(StreamingLimits::check);
    }

    /** A refusal of Spark in the user's words, if it is one. */
    static Optional<QueryException> explain(String condition, String message) {
        return condition.equals(REFUSED)
                ? Optional.of(refused(words(message), hint(message)))
                : Optional.empty();
    }

    /** What to do about an error of Spark whose sentence is clear as it is. */
    static Optional<String> hint(String condition, String message) {
        return condition.equals("INVALID_SUBQUERY_EXPRESSION.STREAMING_QUERY")
                ? Optional.of(
                        "join the two streams, with WATERMARK on both sides; or read the table in"
                                + " the subquery without STREAM")
                : Optional.empty();
    }

    private static QueryException refused(String message, Optional<String> hint) {
        return new QueryException(
                RunErrorCode.MILLRACE_STREAMING_OPERATOR.name(),
                message,
                hint,
                Optional.empty(),
                null);
    }

    private static Optional<String> hint(String message) {
        return HINTS.stream()
                .filter(hint -> message.contains(hint.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String words(String message) {
        return message.replaceAll(
                        "streaming and batch DataFrames?/Datasets?", "a stream and a table")
                .replaceAll("a streaming DataFrames?/Datasets?", "a stream")
                .replaceAll("a static DataFrames?/Datasets?", "a table")
                .replaceAll("(?i)streaming DataFrames?/Datasets?", "streams");
    }
}
