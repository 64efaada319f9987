/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.DeltaStreamOptions;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;

/** The options of streams from Delta tables, now that it is known which relations are some. */
final class SourceOptions {

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
