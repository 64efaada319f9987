/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.error;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.problem.CommandOptions;
import java.util.List;

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

    /** The same as SQL has it: with back-ticks where they are needed. */
    public static String sqlName(Flow flow, QuerySource.Table source) {
        if (source.dataset().isEmpty()) {
            return name(flow, source);
        }
        List<String> parts = source.dataset().get().parts();
        List<String> understood = List.of(flow.query().catalog(), flow.query().schema());
        int from = parts.size() - 1;
        while (from > 0 && !parts.subList(0, from).equals(understood.subList(0, from))) {
            from--;
        }
        return Quoted.asNeeded(parts.subList(parts.size() == 3 ? from : 0, parts.size()));
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
