/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.WarehouseCatalog;
import io.millrace.spark.cdc.CdcViews;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Registers the Delta tables that lie in a warehouse folder: {@code <warehouse>/<table>} in the
 * schema {@code default}, {@code <warehouse>/<schema>.db/<table>} in the others.
 *
 * <p>A folder is a table when it holds a {@code _delta_log}. Names that begin with {@code _} or
 * {@code .} are not looked at. Nothing inside the logs is read, except those of AUTO CDC targets,
 * which say what the view over them shows.
 */
public final class WarehouseTables {

    private static final String DEFAULT_SCHEMA = "default";
    private static final String SCHEMA_SUFFIX = ".db";
    private static final String DELTA_LOG = "_delta_log";

    private final SparkSession session;
    private final WarehouseCatalog catalog;
    private final FileSystem fileSystem;
    private final Path warehouse;

    private WarehouseTables(
            SparkSession session, WarehouseCatalog catalog, FileSystem fileSystem, Path warehouse) {
        this.session = session;
        this.catalog = catalog;
        this.fileSystem = fileSystem;
        this.warehouse = warehouse;
    }

    /**
     * Registers what lies in the session's warehouse and is not known yet. Does nothing for a
     * catalog that keeps its tables, such as Hive's.
     *
     * @return how many table folders were found
     */
    public static int register(SparkSession session) {
        if (!WarehouseCatalog.forgets(session)) {
            return 0;
        }
        Path warehouse = new Path(session.conf().get("spark.sql.warehouse.dir"));
        try {
            FileSystem fileSystem =
                    warehouse.getFileSystem(session.sparkContext().hadoopConfiguration());
            Path qualified = fileSystem.makeQualified(warehouse);
            return new WarehouseTables(session, WarehouseCatalog.of(session), fileSystem, qualified)
                    .registerAll();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the warehouse " + warehouse, e);
        }
    }

    private int registerAll() throws IOException {
        int found = registerTables(DEFAULT_SCHEMA, warehouse);
        for (Path folder : folders(warehouse)) {
            String name = folder.getName();
            if (name.endsWith(SCHEMA_SUFFIX) && name.length() > SCHEMA_SUFFIX.length()) {
                String schema =
                        name.substring(0, name.length() - SCHEMA_SUFFIX.length())
                                .toLowerCase(Locale.ROOT);
                catalog.createSchema(schema, folder.toUri());
                found += registerTables(schema, folder);
            }
        }
        return found;
    }

    private int registerTables(String schema, Path parent) throws IOException {
        int found = 0;
        for (Path folder : folders(parent)) {
            if (fileSystem.exists(new Path(folder, DELTA_LOG))) {
                catalog.registerDeltaTable(
                        schema, folder.getName().toLowerCase(Locale.ROOT), folder.toUri());
                found++;
            }
        }
        return found + registerCdcTargets(schema, parent);
    }

    /**
     * The targets of AUTO CDC are views of tables in a folder of their own. A table that has taken
     * the name of one is what the user sees.
     */
    private int registerCdcTargets(String schema, Path parent) throws IOException {
        int found = 0;
        for (Path folder : folders(new Path(parent, CdcViews.FOLDER))) {
            String table = folder.getName().toLowerCase(Locale.ROOT);
            if (fileSystem.exists(new Path(folder, DELTA_LOG))
                    && CatalogTables.deltaLocation(session, List.of(schema, table)).isEmpty()) {
                CdcViews.register(session, schema, table, folder.toString());
                found++;
            }
        }
        return found;
    }

    private List<Path> folders(Path parent) throws IOException {
        try {
            return Arrays.stream(fileSystem.listStatus(parent))
                    .filter(FileStatus::isDirectory)
                    .map(FileStatus::getPath)
                    .filter(path -> !path.getName().startsWith("_"))
                    .filter(path -> !path.getName().startsWith("."))
                    .sorted(Comparator.comparing(Path::getName))
                    .toList();
        } catch (FileNotFoundException e) {
            // The first run: there is no warehouse yet.
            return List.of();
        }
    }
}
