/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import static org.apache.spark.sql.functions.max;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Replace;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.SqlErrors;
import io.millrace.spark.catalyst.TargetPredicate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.types.StructType;

/** What replace flows ask of their tables, before anything runs. */
public final class ReplaceTables {

    private static final String DELETION_VECTORS = "delta.enableDeletionVectors";

    private ReplaceTables() {}

    /** The dataset as its table is made: rows that REPLACE USING replaces are marked one by one. */
    public static Dataset stored(FlowGraph graph, Dataset dataset) {
        boolean keyed =
                graph.flowsInto(dataset.name()).stream()
                        .anyMatch(flow -> flow.kind() == FlowKind.REPLACE_USING);
        if (!keyed) {
            return dataset;
        }
        Optional<String> given =
                dataset.properties().entrySet().stream()
                        .filter(property -> property.getKey().equalsIgnoreCase(DELETION_VECTORS))
                        .map(Map.Entry::getValue)
                        .findFirst();
        if (given.isPresent()) {
            if (given.get().equalsIgnoreCase("true")) {
                return dataset;
            }
            throw new QueryException(
                    RunErrorCode.MILLRACE_REPLACE_NOT_POSSIBLE,
                    "REPLACE USING marks the rows of `%s` that it replaces in deletion vectors, which the property %s turns off"
                            .formatted(graph.displayName(dataset.name()), DELETION_VECTORS),
                    "remove the property");
        }
        return dataset.withProperty(DELETION_VECTORS, "true");
    }

    /**
     * Fails when the clauses of a replace flow cannot work over its table.
     *
     * @param table the columns that the table will have
     */
    static void check(SparkSession session, Flow flow, PlannedQuery query, StructType table) {
        if (flow.replace().isEmpty()) {
            return;
        }
        Replace replace = flow.replace().get();
        replace.where().ifPresent(where -> TargetPredicate.resolve(session, where, table));
        if (replace.sequence().isEmpty()) {
            return;
        }
        QueryPlanner.checkStreaming(flow, query, OutputMode.Append());
        try {
            session.createDataFrame(List.of(), table)
                    .groupBy(Columns.named(replace.keys()))
                    .agg(max(Columns.named(replace.sequence().get())));
        } catch (Exception e) {
            // Scala does not declare what it throws.
            QueryException why = SqlErrors.translate(e, flow.query().sql(), List.of());
            throw new QueryException(
                    RunErrorCode.MILLRACE_REPLACE_NOT_POSSIBLE,
                    "REPLACE USING of flow `%s`: %s".formatted(flow.name(), why.getMessage()),
                    "name columns that the query returns, and a sequence that has an order");
        }
    }
}
