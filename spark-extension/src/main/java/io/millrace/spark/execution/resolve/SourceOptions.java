/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.DeltaStreamOptions;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.error.StreamTexts;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The options of streams from Delta tables, now that it is known which relations are some. */
public final class SourceOptions {

    /** Lets a stream go on when a column of its table was dropped. */
    public static final String COLUMN_DROP = "allowSourceColumnDrop";

    /** Lets a stream go on when a column of its table got another name. */
    public static final String COLUMN_RENAME = "allowSourceColumnRename";

    private SourceOptions() {}

    /**
     * Looks for options that there are not.
     *
     * @throws QueryException when there is one
     */
    static void check(Flow flow, PlannedQuery query) {
        for (QuerySource source : query.streamingSources()) {
            if (source instanceof QuerySource.Table table) {
                for (String name : table.options().keySet()) {
                    if (!DeltaStreamOptions.isKnown(name)) {
                        throw unknown(flow, table, name);
                    }
                }
            }
        }
    }

    /** What the query says of an option, in whatever case; empty when it says nothing. */
    public static Optional<String> value(QuerySource.Table source, String name) {
        return source.options().entrySet().stream()
                .filter(
                        entry ->
                                entry.getKey()
                                        .toLowerCase(Locale.ROOT)
                                        .equals(name.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether an option is given and does not say no. */
    public static boolean isOn(QuerySource.Table source, String option) {
        return value(source, option).filter(value -> !value.equalsIgnoreCase("false")).isPresent();
    }

    private static QueryException unknown(Flow flow, QuerySource.Table table, String name) {
        return new QueryException(
                RunErrorCode.MILLRACE_STREAM_OPTION,
                "`%s` is not an option of a stream from the table `%s`"
                        .formatted(name, StreamTexts.name(flow, table)),
                DeltaStreamOptions.nearest(name)
                        .map(near -> "did you mean " + near + "?")
                        .orElse("options are " + String.join(", ", DeltaStreamOptions.NAMES)));
    }
}
