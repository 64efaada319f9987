/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.problem.CommandOptions;
import java.util.Optional;

/**
 * The mark that a ONCE flow leaves in the commit of its rows. That it is there says that the flow
 * is done; its version is a digest of the query that it ran, so that an edited one is noticed.
 *
 * @param application the id under which the log of the target keeps the mark
 * @param version of the query as it stands now
 */
public record OnceMark(String application, long version) {

    /** The version of a mark that was left without a digest. */
    private static final long WITHOUT_QUERY = 1;

    /** Hexadecimal digits of a digest that fit into a positive number. */
    private static final int DIGITS = 15;

    /** Above {@link #WITHOUT_QUERY}. */
    public static long version(PlannedQuery query) {
        return Long.parseLong(query.fingerprint().substring(0, DIGITS), 16) + WITHOUT_QUERY + 1;
    }

    /** The mark as the commit of the rows carries it. */
    public TableWrite.Mark mark() {
        return new TableWrite.Mark(application, version);
    }

    /**
     * What to tell the user of a flow that is done.
     *
     * @param done the version of the mark that was found
     */
    public Optional<String> warning(Flow flow, long done) {
        if (done == version || done == WITHOUT_QUERY) {
            return Optional.empty();
        }
        return Optional.of(
                ("the query of the ONCE flow `%s` has changed since it ran, and is not run again;"
                                + " %s loads the table anew, %s"
                                + " adds the rows of the new query to those of the old one")
                        .formatted(
                                flow.name(),
                                CommandOptions.fullRefresh(flow.target().last()),
                                CommandOptions.resetCheckpoint(flow.name())));
    }
}
