/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What becomes of the rows of a view that has rules, each time that a query reads it. */
@FunctionalInterface
public interface ViewRows {

    /**
     * The rows that the query sees.
     *
     * @param view the view of the pipeline
     * @param rows all that its query returns
     * @param lookups the tables that its rules look into, by the names of the rules
     */
    Dataset<Row> judge(
            io.millrace.compiler.graph.Dataset view,
            Dataset<Row> rows,
            Map<String, Dataset<Row>> lookups);
}
