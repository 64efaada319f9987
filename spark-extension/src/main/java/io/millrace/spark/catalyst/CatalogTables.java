/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import scala.Option;

/** Tables of the session's catalogs: where they are, and their registration. */
public final class CatalogTables {

    private static final String SESSION_CATALOG = "spark_catalog";
    private static final Pattern WORD = Pattern.compile("\\w+");

    private CatalogTables() {}

    /** Where the table is, when the catalog has a Delta table of that name. */
    public static Optional<String> deltaLocation(SparkSession session, List<String> name) {
        if (!isSessionCatalog(name)) {
            return configured(session, name).deltaLocation(name);
        }
        return find(session, name)
                .filter(CatalogTables::isDelta)
                .flatMap(table -> ScalaInterop.optional(table.storage().locationUri()))
                .map(CatalogTables::text);
    }

    /**
     * A property of a view, when the name, looked up as Spark does, is that of a permanent view in
     * the session catalog.
     */
    static Optional<String> viewProperty(SparkSession session, List<String> name, String key) {
        if (!isSessionCatalog(name)) {
            return Optional.empty();
        }
        if (name.size() < 3 && !currentCatalog(session).equals(SESSION_CATALOG)) {
            return Optional.empty();
        }
        if (name.size() == 1 && catalog(session).getTempView(name.get(0)).isDefined()) {
            return Optional.empty();
        }
        return find(session, name)
                .flatMap(table -> ScalaInterop.optional(table.properties().get(key)));
    }

    private static String currentCatalog(SparkSession session) {
        return Sessions.classic(session).sessionState().catalogManager().currentCatalog().name();
    }

    /** Whether the catalog has a table or view of that name, of any format. */
    public static boolean exists(SparkSession session, List<String> name) {
        return isSessionCatalog(name)
                ? find(session, name).isPresent()
                : configured(session, name).exists(name);
    }

    /** Where a new table of that name goes. */
    public static String defaultLocation(SparkSession session, List<String> name) {
        if (!isSessionCatalog(name)) {
            return configured(session, name).defaultLocation(name);
        }
        SessionCatalog catalog = catalog(session);
        String schema = name.get(name.size() - 2);
        if (catalog.databaseExists(schema)) {
            return text(catalog.defaultTablePath(identifier(name)));
        }
        String folder = name.get(name.size() - 1).toLowerCase(Locale.ROOT);
        // Relative to the warehouse, until the schema is created.
        Path warehouse = new Path(session.conf().get("spark.sql.warehouse.dir"));
        Path database = new Path(catalog.getDefaultDBPath(schema));
        return new Path(new Path(warehouse, database), folder).toString();
    }

    /** Registers a Delta table that exists at the location. */
    public static void register(SparkSession session, List<String> name, String location) {
        if (!isSessionCatalog(name)) {
            configured(session, name).register(name, location);
            return;
        }
        createSchema(session, name.get(name.size() - 2));
        create(session, CatalogTableBuilder.managed(identifier(name), new Path(location)));
    }

    /**
     * Puts a table or view into Spark's own catalog, unless there is one of that name. The catalog
     * in memory holds names of any characters, but the way to it by SQL lets only words pass.
     */
    static void create(SparkSession session, CatalogTable table) {
        SessionCatalog catalog = catalog(session);
        if (isWord(table.identifier().table()) || !WarehouseCatalog.forgets(session)) {
            catalog.createTable(table, true, false);
            return;
        }
        TableIdentifier name = catalog.qualifyIdentifier(table.identifier());
        catalog.externalCatalog().createTable(CatalogTableBuilder.named(table, name), true);
    }

    /**
     * Whether a catalog can hold tables of that name.
     *
     * @param name of a table or view, with its schema
     */
    public static boolean canHold(SparkSession session, List<String> name) {
        return !isSessionCatalog(name)
                || WarehouseCatalog.forgets(session)
                || name.stream().allMatch(CatalogTables::isWord);
    }

    static boolean isWord(String name) {
        return WORD.matcher(name).matches();
    }

    /** Gives a view of Spark's own catalog another name, over whatever has that name. */
    static void renameView(SparkSession session, List<String> from, List<String> to) {
        SessionCatalog catalog = catalog(session);
        TableIdentifier old = catalog.qualifyIdentifier(identifier(from));
        TableIdentifier name = catalog.qualifyIdentifier(identifier(to));
        catalog.externalCatalog().dropTable(name.database().get(), name.table(), true, false);
        catalog.externalCatalog().renameTable(name.database().get(), old.table(), name.table());
    }

    /** Takes a name out of the catalog whose table has gone to another place; removes no files. */
    public static void forget(SparkSession session, List<String> name) {
        if (find(session, name).isPresent()) {
            catalog(session)
                    .externalCatalog()
                    .dropTable(
                            name.get(name.size() - 2).toLowerCase(Locale.ROOT),
                            name.get(name.size() - 1).toLowerCase(Locale.ROOT),
                            true,
                            false);
        }
    }

    /** Creates a schema of Spark's own catalog that is not there yet. */
    public static void createSchema(SparkSession session, String schema) {
        SessionCatalog catalog = catalog(session);
        if (catalog.databaseExists(schema)) {
            return;
        }
        if (isWord(schema) || !WarehouseCatalog.forgets(session)) {
            catalog.createDatabase(CatalogTableBuilder.database(catalog, schema), true);
            return;
        }
        catalog.externalCatalog()
                .createDatabase(
                        CatalogTableBuilder.database(catalog, schema.toLowerCase(Locale.ROOT)),
                        true);
    }

    /** What a query reads under a full name. */
    static QuerySource source(
            SparkSession session,
            List<String> name,
            boolean streaming,
            Map<String, String> options) {
        String display = String.join(".", name);
        // What is wrong with other catalogs, Spark's analysis tells with the place in the query.
        Optional<String> location =
                isSessionCatalog(name) ? deltaLocation(session, name) : Optional.empty();
        return location.<QuerySource>map(
                        path ->
                                new QuerySource.Table(
                                        display, Optional.empty(), path, streaming, options))
                .orElseGet(() -> new QuerySource.Other(display, streaming));
    }

    private static ConfiguredCatalog configured(SparkSession session, List<String> name) {
        return ConfiguredCatalog.of(session, name.get(0));
    }

    /** A table or view of Spark's own catalog. */
    static Optional<CatalogTable> find(SparkSession session, List<String> name) {
        SessionCatalog catalog = catalog(session);
        TableIdentifier identifier = identifier(name);
        // Spark's error for a table that is not there costs more than two looks.
        if (!catalog.tableExists(identifier)) {
            return Optional.empty();
        }
        try {
            return Optional.of(catalog.getTableMetadata(identifier));
        } catch (NoSuchTableException | NoSuchNamespaceException e) {
            return Optional.empty();
        }
    }

    /** Whether the full name is of Spark's own catalog. */
    public static boolean isSessionCatalog(List<String> name) {
        return name.size() < 3
                || (name.size() == 3 && name.get(0).equalsIgnoreCase(SESSION_CATALOG));
    }

    private static boolean isDelta(CatalogTable table) {
        return ScalaInterop.optional(table.provider())
                .filter("delta"::equalsIgnoreCase)
                .isPresent();
    }

    private static String text(URI location) {
        return new Path(location).toString();
    }

    private static SessionCatalog catalog(SparkSession session) {
        return Sessions.classic(session).sessionState().catalog();
    }

    static TableIdentifier identifier(List<String> name) {
        String table = name.get(name.size() - 1);
        return name.size() > 1
                ? new TableIdentifier(
                        table,
                        Option.apply(name.get(name.size() - 2)),
                        Option.apply(SESSION_CATALOG))
                : new TableIdentifier(table);
    }
}
