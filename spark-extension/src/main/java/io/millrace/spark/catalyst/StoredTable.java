/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;

/** A stored table that the catalog shows as a view of a part of it. */
record StoredTable(String path, StoredView view) {

    /** Why its rows cannot be read as a stream, in the words of the compiler. */
    static final ErrorCode REWRITTEN = ErrorCode.MILLRACE_STREAM_READ_OF_REWRITTEN_TABLE;

    private static final String DELTA = "delta";

    private static final String KIND = "a target of AUTO CDC";

    /** The stored table behind a name, looked up as Spark does. */
    static Optional<StoredTable> find(
            SparkSession session, StoredTableViews views, List<String> name) {
        return CatalogTables.viewProperty(session, name, views.pathProperty())
                .flatMap(
                        path -> views.view(session, path).map(view -> new StoredTable(path, view)));
    }

    /** What is seen of a Delta table, of its changes where the options say so. */
    static LogicalPlan read(
            SparkSession session,
            String path,
            Optional<StoredView> view,
            boolean streaming,
            Map<String, String> options) {
        Dataset<Row> rows =
                streaming
                        ? session.readStream().format(DELTA).options(options).load(path)
                        : session.read().format(DELTA).options(options).load(path);
        return ((org.apache.spark.sql.classic.Dataset<Row>)
                        view.map(part -> part.of(rows)).orElse(rows))
                .logicalPlan();
    }

    LogicalPlan read(SparkSession session, boolean streaming, Map<String, String> options) {
        return read(session, path, Optional.of(view), streaming, options);
    }

    /** Whether a stream asks for the changes, or to skip the commits that make some. */
    static boolean mayStream(Map<String, String> options) {
        return isGiven(options, "readChangeFeed") || isGiven(options, "skipChangeCommits");
    }

    /** Whether an option is there and does not say no. */
    static boolean isGiven(Map<String, String> options, String option) {
        return options.entrySet().stream()
                .anyMatch(
                        entry ->
                                entry.getKey().equalsIgnoreCase(option)
                                        && !entry.getValue().equalsIgnoreCase("false"));
    }

    /**
     * @param name as the user wrote it
     */
    static String rewritten(String name) {
        return REWRITTEN.message(name, KIND);
    }

    /** What to write instead of the stream. */
    static String insteadOfStream(String name) {
        return "read it as a batch in a materialized view, or read its changes:"
                + " STREAM %s WITH (readChangeFeed = true)".formatted(name);
    }
}
