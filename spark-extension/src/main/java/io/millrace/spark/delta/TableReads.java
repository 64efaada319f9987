/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.delta.files.TahoeFileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import scala.jdk.javaapi.CollectionConverters;

/** What can be learned of the table behind a read. */
public final class TableReads {

    private TableReads() {}

    /**
     * The properties of the table in the version that is read.
     *
     * @param rows a read of one Delta table and nothing more
     */
    public static Map<String, String> properties(Dataset<Row> rows) {
        var plan = ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().analyzed();
        for (var leaf : CollectionConverters.asJava(plan.collectLeaves())) {
            if (leaf instanceof LogicalRelation relation
                    && relation.relation() instanceof HadoopFsRelation files
                    && files.location() instanceof TahoeFileIndex index) {
                return CollectionConverters.asJava(index.metadata().configuration());
            }
        }
        throw new IllegalArgumentException("not a read of a Delta table");
    }
}
