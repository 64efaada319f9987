/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.error;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.problem.CommandOptions;

/** Words that the errors of streams have in common. */
public final class StreamTexts {

    private StreamTexts() {}

    /** The flow and its target, as a message begins. */
    public static String flow(Flow flow) {
        return "flow `%s` into `%s`".formatted(flow.name(), flow.target().last());
    }

    /** A source as the query may write it: without the parts that are understood. */
    public static String name(Flow flow, QuerySource.Table source) {
        String name = source.name();
        String catalog = flow.query().catalog() + ".";
        String schema = catalog + flow.query().schema() + ".";
        if (name.startsWith(schema)) {
            return name.substring(schema.length());
        }
        return name.startsWith(catalog) ? name.substring(catalog.length()) : name;
    }

    /** How to load the target of a flow anew, as a hint says it. */
    public static String fullRefresh(Flow flow) {
        return "run a full refresh of `%s` (%s)"
                .formatted(flow.target().last(), CommandOptions.fullRefresh(flow.target().last()));
    }

    /** The option that gives up the checkpoint of a flow. */
    public static String resetCheckpoint(Flow flow) {
        return CommandOptions.resetCheckpoint(flow.name());
    }

    /** The checkpoint of a flow is not what it was. */
    public static QueryException damaged(Flow flow, String what, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_CHECKPOINT_DAMAGED,
                "%s cannot go on: %s; nothing was read".formatted(flow(flow), what),
                "put the checkpoint back, or "
                        + fullRefresh(flow)
                        + "; with "
                        + resetCheckpoint(flow)
                        + " the table keeps its rows and the sources are read from their"
                        + " beginning, which adds what was read before once more",
                cause);
    }
}
