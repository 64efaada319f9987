/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.CatalogViews;
import io.millrace.spark.catalyst.StoredTableViews;
import io.millrace.spark.catalyst.StoredView;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.Schemas;
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
import org.apache.spark.sql.types.StructType;

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
                public Optional<StoredView> view(SparkSession session, String path) {
                    Optional<StoredTarget> table =
                            newest(session, path)
                                    .map(CdcViews::stored)
                                    .filter(StoredTarget::isTarget);
                    table.ifPresent(target -> target.check(new Path(path).getName()));
                    return table.flatMap(target -> seen(target.properties()));
                }

                @Override
                public Dataset<Row> at(
                        SparkSession session, String path, Map<String, String> options) {
                    Dataset<Row> rows = session.read().format("delta").options(options).load(path);
                    return seen(TableReads.properties(rows)).orElseThrow().of(rows);
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

    /**
     * Creates or replaces the view of a target, unless it is as it shall be.
     *
     * @param stored the columns of the stored table
     */
    public static void publish(
            SparkSession session,
            List<String> name,
            String path,
            StoredView view,
            StructType stored,
            Optional<String> comment) {
        CatalogTables.createSchema(session, name.get(name.size() - 2));
        CatalogViews.put(
                session,
                name,
                new CatalogViews.Definition(
                        view.query("delta." + Quoted.name(path)),
                        Schemas.shown(view.columns(), stored),
                        comment,
                        Map.of(STORED_TABLE, path)));
    }

    /**
     * Shows a stored table again, in a session whose catalog has forgotten it. One that someone has
     * damaged is not shown; an update says what is wrong with it.
     *
     * @param path of the stored table
     */
    public static void register(SparkSession session, String schema, String name, String path) {
        newest(session, path)
                .filter(table -> stored(table).isWhole())
                .ifPresent(
                        table ->
                                seen(table.properties())
                                        .ifPresent(
                                                view ->
                                                        publish(
                                                                session,
                                                                List.of(schema, name),
                                                                path,
                                                                view,
                                                                table.schema(),
                                                                table.comment())));
    }

    private static StoredTarget stored(TableSnapshot table) {
        return new StoredTarget(table.schema(), table.properties());
    }

    private static Optional<TableSnapshot> newest(SparkSession session, String path) {
        return DeltaTableLog.newest(session, path, System.currentTimeMillis());
    }

    /** What is seen of a table with these properties; empty for one that is no stored table. */
    private static Optional<StoredView> seen(Map<String, String> properties) {
        return Optional.ofNullable(properties.get(CdcLayout.SCD_TYPE))
                .map(
                        type ->
                                new StoredView(
                                        CdcLayout.visible(type),
                                        CdcLayout.visibleColumns(
                                                type,
                                                CdcLayout.strings(
                                                                properties.get(
                                                                        CdcLayout.USER_ORDER))
                                                        .orElseThrow())));
    }
}
