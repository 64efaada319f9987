/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.DelegatingCatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/**
 * A catalog that is configured beside Spark's own, by {@code spark.sql.catalog.<name>}. It says
 * where its Delta tables are; new ones are made in their schema's folder and registered.
 */
final class ConfiguredCatalog {

    /** Catalogs that keep tables in a format of their own, whatever {@code USING} says. */
    private static final List<String> OTHER_FORMATS =
            List.of(
                    "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
                    "org.apache.iceberg.spark.SparkCatalog",
                    "org.apache.paimon.spark.SparkCatalog");

    private final SparkSession session;
    private final String name;
    private final TableCatalog tables;

    private ConfiguredCatalog(SparkSession session, String name, TableCatalog tables) {
        this.session = session;
        this.name = name;
        this.tables = tables;
    }

    /** Fails when there is no such catalog, or when it cannot hold Delta tables. */
    static ConfiguredCatalog of(SparkSession session, String name) {
        CatalogPlugin plugin = load(session, name);
        String type = plugin.getClass().getName();
        if (!(plugin instanceof TableCatalog tables)) {
            throw unusable(name, "its class " + type + " is not a catalog of tables", null);
        }
        if (plugin instanceof DelegatingCatalogExtension) {
            throw unusable(
                    name,
                    "its class %s works as Spark's own catalog only, as %s.spark_catalog"
                            .formatted(type, "spark.sql.catalog"),
                    null);
        }
        if (OTHER_FORMATS.contains(type)) {
            throw unusable(name, "its class %s does not hold Delta tables".formatted(type), null);
        }
        return new ConfiguredCatalog(session, name, tables);
    }

    private static CatalogPlugin load(SparkSession session, String name) {
        String setting = "spark.sql.catalog." + name;
        if (session.conf().getOption(setting).isEmpty()) {
            throw unusable(name, "there is no setting " + setting, null);
        }
        // Spark takes the settings of catalogs from the thread's session.
        Sessions.activate(session);
        try {
            return Sessions.classic(session).sessionState().catalogManager().catalog(name);
        } catch (Exception | LinkageError e) {
            throw unusable(
                    name,
                    "%s = %s cannot be loaded: %s"
                            .formatted(setting, session.conf().get(setting), firstLine(e)),
                    e);
        }
    }

    private static QueryException unusable(String name, String why, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_CATALOG_UNUSABLE,
                "the catalog `%s` cannot hold the tables of a pipeline: %s".formatted(name, why),
                "configure a catalog that holds Delta tables as spark.sql.catalog.%s, or write `catalog: spark_catalog`"
                        .formatted(name),
                cause);
    }

    private static String firstLine(Throwable error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("").strip();
    }

    /** Where the table is, when it is a Delta table. */
    Optional<String> deltaLocation(List<String> table) {
        return find(table)
                .map(Table::properties)
                .filter(of -> "delta".equalsIgnoreCase(of.get(TableCatalog.PROP_PROVIDER)))
                .flatMap(of -> Optional.ofNullable(of.get(TableCatalog.PROP_LOCATION)))
                .map(location -> new Path(location).toString());
    }

    boolean exists(List<String> table) {
        return find(table).isPresent();
    }

    private Optional<Table> find(List<String> table) {
        return ask(
                () -> {
                    try {
                        return Optional.of(tables.loadTable(identifier(table)));
                    } catch (Exception e) {
                        // Catalogs also throw what is declared elsewhere.
                        if (e instanceof NoSuchTableException
                                || e instanceof NoSuchNamespaceException) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    /** In the folder of the schema, or in one of the warehouse for a schema that has none. */
    String defaultLocation(List<String> table) {
        Path folder =
                schemaProperties(table)
                        .map(properties -> properties.get(SupportsNamespaces.PROP_LOCATION))
                        .map(Path::new)
                        .orElseGet(() -> warehouseFolder(table));
        return new Path(folder, table.get(table.size() - 1).toLowerCase(Locale.ROOT)).toString();
    }

    private Path warehouseFolder(List<String> table) {
        Path warehouse = new Path(session.conf().get("spark.sql.warehouse.dir"));
        Path catalog = new Path(warehouse, name.toLowerCase(Locale.ROOT));
        return new Path(catalog, table.get(table.size() - 2).toLowerCase(Locale.ROOT) + ".db");
    }

    private Optional<Map<String, String>> schemaProperties(List<String> table) {
        if (!(tables instanceof SupportsNamespaces namespaces)) {
            return Optional.empty();
        }
        return ask(
                () -> {
                    try {
                        return Optional.of(
                                namespaces.loadNamespaceMetadata(identifier(table).namespace()));
                    } catch (NoSuchNamespaceException e) {
                        return Optional.empty();
                    }
                });
    }

    /** Registers a Delta table that exists at the location. */
    void register(List<String> table, String location) {
        if (exists(table)) {
            return;
        }
        String schema = Quoted.name(table.subList(0, table.size() - 1));
        try {
            if (tables instanceof SupportsNamespaces && schemaProperties(table).isEmpty()) {
                session.sql("CREATE SCHEMA IF NOT EXISTS " + schema);
            }
            session.sql(
                    "CREATE TABLE IF NOT EXISTS %s USING delta LOCATION %s"
                            .formatted(Quoted.name(table), Quoted.string(location)));
        } catch (Exception e) {
            throw unusable(name, "`%s` cannot be registered: %s".formatted(table, firstLine(e)), e);
        }
    }

    private <T> T ask(Callable<T> question) {
        try {
            return question.call();
        } catch (Exception e) {
            throw unusable(
                    name,
                    "%s does not answer: %s".formatted(tables.getClass().getName(), firstLine(e)),
                    e);
        }
    }

    private static Identifier identifier(List<String> table) {
        String[] namespace = table.subList(1, table.size() - 1).toArray(String[]::new);
        return Identifier.of(namespace, table.get(table.size() - 1));
    }
}
