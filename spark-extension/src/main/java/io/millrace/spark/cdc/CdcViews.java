/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.StoredTableViews;
import io.millrace.spark.catalyst.StoredView;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableReads;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The views under which the user sees AUTO CDC targets. The stored tables lie in folders beside the
 * schema's other tables and are in no catalog, so that what must stay hidden cannot be queried by
 * accident.
 */
public final class CdcViews {

    /** The folder of the stored tables in the folder of their schema. */
    public static final String FOLDER = "__millrace_cdc";

    private static final String STORED_TABLE = "millrace.cdc.storedTable";

    /** What sessions have to know to let users look at earlier versions and at the table itself. */
    public static final StoredTableViews IN_SESSIONS =
            new StoredTableViews() {
                @Override
                public String pathProperty() {
                    return STORED_TABLE;
                }

                @Override
                public Dataset<Row> at(
                        SparkSession session, String path, Map<String, String> options) {
                    Dataset<Row> rows = session.read().format("delta").options(options).load(path);
                    return view(TableReads.properties(rows)).orElseThrow().of(rows);
                }

                @Override
                public void dropped(SparkSession session, String path) {
                    new StorageFiles(session.sparkContext().hadoopConfiguration()).deleteTree(path);
                }
            };

    private CdcViews() {}

    /**
     * Where the stored table of a target lies.
     *
     * @param table where the catalog would put a table of the target's name
     */
    public static String storedTable(String table) {
        Path path = new Path(table);
        return new Path(new Path(path.getParent(), FOLDER), path.getName()).toString();
    }

    /** Fails when something else has the target's name. */
    public static void checkPlace(SparkSession session, String target, List<String> name) {
        if (CatalogTables.deltaLocation(session, name).isPresent()) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_TABLE_NOT_OURS,
                    "there is a table `%s` that is not a target of AUTO CDC".formatted(target),
                    "give the target another name, or drop the table");
        }
    }

    /** Creates or replaces the view of a target. */
    public static void publish(
            SparkSession session,
            List<String> name,
            String path,
            StoredView view,
            Optional<String> comment) {
        CatalogTables.createSchema(session, name.get(name.size() - 2));
        session.sql(
                "CREATE OR REPLACE VIEW %s%s TBLPROPERTIES (%s = %s) AS %s"
                        .formatted(
                                Quoted.name(name),
                                comment.map(text -> " COMMENT " + Quoted.string(text)).orElse(""),
                                Quoted.string(STORED_TABLE),
                                Quoted.string(path),
                                view.query("delta." + Quoted.name(path))));
    }

    /**
     * Shows a stored table again, in a session whose catalog has forgotten it.
     *
     * @param path of the stored table
     */
    public static void register(SparkSession session, String schema, String table, String path) {
        Optional<TableSnapshot> stored = DeltaTableLog.at(session, path).snapshot();
        if (stored.isEmpty()) {
            return;
        }
        view(stored.get().properties())
                .ifPresent(
                        view ->
                                publish(
                                        session,
                                        List.of(schema, table),
                                        path,
                                        view,
                                        stored.get().comment()));
    }

    /** What is seen of a table with these properties; empty for one that is no stored table. */
    private static Optional<StoredView> view(Map<String, String> properties) {
        return Optional.ofNullable(properties.get(CdcLayout.SCD_TYPE))
                .map(
                        type ->
                                new StoredView(
                                        CdcLayout.visible(type),
                                        CdcLayout.visibleColumns(
                                                type,
                                                CdcLayout.strings(
                                                        properties.get(CdcLayout.USER_ORDER)))));
    }
}
