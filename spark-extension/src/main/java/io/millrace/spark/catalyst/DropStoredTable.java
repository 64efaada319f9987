/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.catalyst.statement.SessionStatement;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.command.DropTableCommand;
import org.apache.spark.sql.types.StructType;

/**
 * {@code DROP VIEW} of a view over a stored table, which takes that with it.
 *
 * @param view as the user named it
 */
record DropStoredTable(StoredTableViews views, String path, List<String> view, boolean ifExists)
        implements SessionStatement {

    @Override
    public String name() {
        return "DROP VIEW";
    }

    @Override
    public StructType schema() {
        return new StructType();
    }

    @Override
    public List<Row> run(SparkSession session) {
        new DropTableCommand(CatalogTables.identifier(view), ifExists, true, false).run(session);
        views.dropped(session, path);
        return List.of();
    }
}
