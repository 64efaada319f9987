/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogDatabase;
import org.apache.spark.sql.catalyst.catalog.CatalogStorageFormat;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTable$;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType$;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Catalog entries with everything but the name and the place left at Spark's defaults. */
final class CatalogTableBuilder {

    private CatalogTableBuilder() {}

    /**
     * A Delta table of the catalog's own. The schema is in the Delta log only, as for the entries
     * that Delta makes itself.
     */
    static CatalogTable managed(TableIdentifier name, Path location) {
        CatalogTable$ defaults = CatalogTable$.MODULE$;
        CatalogStorageFormat storage =
                new CatalogStorageFormat(
                        Option.apply(location.toUri()),
                        Option.empty(),
                        Option.empty(),
                        Option.empty(),
                        false,
                        ScalaInterop.map(Map.of()),
                        Option.empty());
        return new CatalogTable(
                name,
                CatalogTableType$.MODULE$.MANAGED(),
                storage,
                new StructType(),
                Option.apply("delta"),
                ScalaInterop.seq(List.of()),
                Option.empty(),
                defaults.apply$default$8(),
                defaults.apply$default$9(),
                defaults.apply$default$10(),
                defaults.apply$default$11(),
                defaults.apply$default$12(),
                defaults.apply$default$13(),
                defaults.apply$default$14(),
                defaults.apply$default$15(),
                defaults.apply$default$16(),
                defaults.apply$default$17(),
                defaults.apply$default$18(),
                defaults.apply$default$19(),
                defaults.apply$default$20(),
                defaults.apply$default$21(),
                defaults.apply$default$22());
    }

    /** The same under another name. */
    static CatalogTable named(CatalogTable table, TableIdentifier name) {
        return table.copy(
                name,
                table.tableType(),
                table.storage(),
                table.schema(),
                table.provider(),
                table.partitionColumnNames(),
                table.bucketSpec(),
                table.owner(),
                table.createTime(),
                table.lastAccessTime(),
                table.createVersion(),
                table.properties(),
                table.stats(),
                table.viewText(),
                table.comment(),
                table.collation(),
                table.unsupportedFeatures(),
                table.tracksPartitionsInCatalog(),
                table.schemaPreservesCase(),
                table.ignoredProperties(),
                table.viewOriginalText(),
                table.multipartIdentifier());
    }

    static CatalogDatabase database(SessionCatalog catalog, String schema) {
        return new CatalogDatabase(
                schema, "", catalog.getDefaultDBPath(schema), ScalaInterop.map(Map.of()));
    }
}
