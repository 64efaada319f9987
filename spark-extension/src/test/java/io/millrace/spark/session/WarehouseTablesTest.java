/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.catalyst.WarehouseCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseTablesTest {

    @TempDir Path folder;

    private final SparkSession spark = SharedSparkSession.get();

    @Test
    void findsATableThatLiesInTheWarehouseAlready() throws Exception {
        Path warehouse = SharedSparkSession.home().resolve("warehouse");
        writeTable(warehouse.resolve("found_one"), 3);
        writeTable(warehouse.resolve("found_schema.db").resolve("found_two"), 4);
        Files.createDirectories(warehouse.resolve("_not_a_table").resolve("_delta_log"));
        Files.createDirectories(warehouse.resolve("plain_folder"));

        int found = WarehouseTables.register(spark);

        assertThat(found).isGreaterThanOrEqualTo(2);
        assertThat(spark.table("default.found_one").count()).isEqualTo(3);
        assertThat(spark.table("found_schema.found_two").count()).isEqualTo(4);
        assertThat(spark.table("default.found_one").columns()).containsExactly("id");
        assertThat(spark.catalog().tableExists("default", "plain_folder")).isFalse();
        spark.sql("INSERT INTO default.found_one VALUES (9)");
        assertThat(spark.table("default.found_one").count()).isEqualTo(4);

        WarehouseTables.register(spark);
        assertThat(spark.table("default.found_one").count()).isEqualTo(4);
    }

    @Test
    void droppingARegisteredTableDeletesItsFiles() throws Exception {
        Path table = SharedSparkSession.home().resolve("warehouse").resolve("to_be_dropped");
        writeTable(table, 1);
        WarehouseTables.register(spark);
        spark.sql("DROP TABLE default.to_be_dropped");
        assertThat(table).doesNotExist();
    }

    @Test
    void registersManyTablesWithoutReadingTheirLogs() throws Exception {
        var catalog = WarehouseCatalog.of(spark);
        catalog.createSchema("many", folder.toUri());
        // The folders don't exist: whoever opened a log would fail.
        for (int i = 0; i < 1000; i++) {
            catalog.registerDeltaTable("many", "t" + i, folder.resolve("t" + i).toUri());
        }
        assertThat(spark.sql("SHOW TABLES IN many").count()).isEqualTo(1000);
    }

    private void writeTable(Path place, int rows) {
        spark.range(rows).write().format("delta").save(PipelineSession.hadoopUri(place));
    }
}
