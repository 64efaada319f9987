/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.TargetPredicate;
import io.millrace.spark.delta.TableSnapshot;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * What the rows that meet the condition of a REPLACE WHERE flow are made from: equal records mean
 * equal rows. Only of use where no other flow writes the table.
 */
public final class ReplaceRecord {

    /** The property of a table that keeps the record of its flow. */
    public static final String PROPERTY = "millrace.replaceWhere";

    private ReplaceRecord() {}

    /**
     * The condition as SQL over the columns of the table.
     *
     * @param instead the condition of a refresh in the place of the flow's own
     * @param table the columns of the table
     * @throws io.millrace.spark.QueryException when it is no condition on them
     */
    public static String predicate(
            SparkSession session, Flow flow, Optional<String> instead, StructType table) {
        return instead.isPresent()
                ? TargetPredicate.resolve(session, instead.get(), table)
                : TargetPredicate.resolve(
                        session, flow.replace().orElseThrow().where().orElseThrow(), table);
    }

    /**
     * The record of the condition and the inputs as they are now. Empty when equal inputs need not
     * give equal rows, or when it cannot be told whether an input has changed.
     *
     * @param tables tells of the Delta table at a path
     */
    public static Optional<String> of(
            String predicate,
            PlannedQuery query,
            Function<String, Optional<TableSnapshot>> tables) {
        return RefreshRecord.of(query, tables).map(inputs -> predicate + "\n" + inputs);
    }
}
