/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.delta.catalog.DeltaCatalog;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/**
 * A catalog as a metastore server is: what one session registers, all others find. It knows names
 * and places of Delta tables, and lets Delta load them.
 */
public final class KeptCatalog implements TableCatalog, SupportsNamespaces {

    private static final ConcurrentMap<String, Map<String, String>> SCHEMAS =
            new ConcurrentHashMap<>();
    private static final ConcurrentMap<Identifier, Map<String, String>> TABLES =
            new ConcurrentHashMap<>();

    private String name;

    /** Says that a schema has a folder of its own. */
    public static void schema(String schema, String location) {
        SCHEMAS.put(schema, Map.of(SupportsNamespaces.PROP_LOCATION, location));
    }

    /** Where a table was registered. */
    public static String location(String schema, String table) {
        return TABLES.get(Identifier.of(new String[] {schema}, table))
                .get(TableCatalog.PROP_LOCATION);
    }

    @Override
    public void initialize(String given, CaseInsensitiveStringMap options) {
        name = given;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Identifier[] listTables(String[] namespace) {
        return TABLES.keySet().stream()
                .filter(table -> Arrays.equals(table.namespace(), namespace))
                .toArray(Identifier[]::new);
    }

    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        if (!TABLES.containsKey(table)) {
            throw new NoSuchTableException(table);
        }
        return load(table);
    }

    private Table load(Identifier table) {
        Map<String, String> properties = TABLES.get(table);
        var identifier =
                new TableIdentifier(
                        table.name(), Option.apply(table.namespace()[0]), Option.apply(name));
        return new DeltaCatalog()
                .loadCatalogTable(
                        table,
                        CatalogTableBuilder.managed(
                                identifier, new Path(properties.get(TableCatalog.PROP_LOCATION))));
    }

    @Override
    public Table createTable(
            Identifier table,
            Column[] columns,
            Transform[] partitions,
            Map<String, String> properties) {
        if (!"delta".equals(properties.get(PROP_PROVIDER))) {
            throw new UnsupportedOperationException("only Delta tables");
        }
        TABLES.put(table, Map.copyOf(properties));
        return load(table);
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) {
        for (TableChange change : changes) {
            if (change instanceof TableChange.SetProperty property) {
                Map<String, String> all = new ConcurrentHashMap<>(TABLES.get(table));
                all.put(property.property(), property.value());
                TABLES.put(table, all);
            }
        }
        return load(table);
    }

    @Override
    public boolean dropTable(Identifier table) {
        return TABLES.remove(table) != null;
    }

    @Override
    public void renameTable(Identifier before, Identifier after) {
        TABLES.put(after, TABLES.remove(before));
    }

    @Override
    public String[][] listNamespaces() {
        Set<String> names = new TreeSet<>(SCHEMAS.keySet());
        return names.stream().map(schema -> new String[] {schema}).toArray(String[][]::new);
    }

    @Override
    public String[][] listNamespaces(String[] namespace) {
        return new String[0][];
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(String[] namespace)
            throws NoSuchNamespaceException {
        Map<String, String> properties = SCHEMAS.get(String.join(".", List.of(namespace)));
        if (properties == null) {
            throw new NoSuchNamespaceException(namespace);
        }
        return properties;
    }

    @Override
    public void createNamespace(String[] namespace, Map<String, String> metadata) {
        SCHEMAS.putIfAbsent(namespace[0], Map.of());
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) {
        throw new UnsupportedOperationException("schemas do not change");
    }

    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade) {
        return SCHEMAS.remove(namespace[0]) != null;
    }
}
