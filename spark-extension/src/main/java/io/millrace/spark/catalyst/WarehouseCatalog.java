/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.net.URI;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * Makes Delta tables known to Spark's in-memory catalog by their places alone. {@code CREATE TABLE
 * ... LOCATION} and the public catalog API would read each table's log.
 */
public final class WarehouseCatalog {

    private static final String IN_MEMORY = "in-memory";

    private final ExternalCatalog catalog;

    private WarehouseCatalog(ExternalCatalog catalog) {
        this.catalog = catalog;
    }

    public static WarehouseCatalog of(SparkSession session) {
        return new WarehouseCatalog(session.sharedState().externalCatalog());
    }

    /** Whether the session's own catalog forgets its tables when the process ends. */
    public static boolean forgets(SparkSession session) {
        return session.conf().get("spark.sql.catalogImplementation", IN_MEMORY).equals(IN_MEMORY);
    }

    /** Creates a schema that is not there yet. */
    public void createSchema(String schema, URI location) {
        catalog.createDatabase(
                CatalogDatabase.apply(
                        schema, "", location, scala.collection.immutable.Map$.MODULE$.empty()),
                true);
    }

    /**
     * Registers a Delta table that is not known yet; its schema stays in its log. It counts as
     * managed: it lies in the warehouse, and dropping it deletes its files.
     */
    public void registerDeltaTable(String schema, String table, URI location) {
        if (catalog.tableExists(schema, table)) {
            return;
        }
        var storage =
                CatalogStorageFormat.empty()
                        .copy(
                                Option.apply(location),
                                Option.empty(),
                                Option.empty(),
                                Option.empty(),
                                false,
                                scala.collection.immutable.Map$.MODULE$.empty(),
                                Option.empty());
        catalog.createTable(
                new CatalogTable(
                        new TableIdentifier(table, Option.apply(schema)),
                        CatalogTableType.MANAGED(),
                        storage,
                        new StructType(),
                        Option.apply("delta"),
                        CatalogTable.apply$default$6(),
                        CatalogTable.apply$default$7(),
                        CatalogTable.apply$default$8(),
                        System.currentTimeMillis(),
                        CatalogTable.apply$default$10(),
                        CatalogTable.apply$default$11(),
                        CatalogTable.apply$default$12(),
                        CatalogTable.apply$default$13(),
                        CatalogTable.apply$default$14(),
                        CatalogTable.apply$default$15(),
                        CatalogTable.apply$default$16(),
                        CatalogTable.apply$default$17(),
                        true,
                        CatalogTable.apply$default$19(),
                        CatalogTable.apply$default$20(),
                        CatalogTable.apply$default$21(),
                        CatalogTable.apply$default$22()),
                true);
    }
}
