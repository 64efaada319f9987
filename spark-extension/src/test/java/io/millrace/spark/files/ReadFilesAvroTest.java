/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesAvroTest {

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    /** Appends a file to the folder. */
    private void write(String query) {
        SharedSparkSession.get()
                .sql(query)
                .coalesce(1)
                .write()
                .format("org.apache.spark.sql.avro.AvroFileFormat")
                .mode("append")
                .save(files.input().toString());
    }

    @Test
    void filesOfDifferentShapesGiveAllTheirColumns() {
        write("SELECT 1 AS id, named_struct('x', 1.5D) AS s");
        write("SELECT 'b' AS name, 2L AS id");
        var rows = files.batch();
        assertThat(rows.schema().toDDL())
                .contains("id BIGINT", "name STRING", "s STRUCT<x: DOUBLE>");
        assertThat(FilesFixture.rows(rows.selectExpr("id", "name", "s.x")))
                .containsExactly("[1,null,1.5]", "[2,b,null]");
    }

    @Test
    void aStreamReadsEachFileOnceWithTheColumnsThatCome() throws Exception {
        write("SELECT 1 AS id");
        assertThat(files.runStream(files.call("format", "avro"))).containsExactly("[1,null]");
        write("SELECT 2 AS id, 'n' AS name");
        assertThat(files.runStream(files.call("format", "avro"))).containsExactly("[2,n,null]");
        assertThat(files.runStream(files.call("format", "avro"))).isEmpty();
    }

    @Test
    void declaredColumnsAreTakenByName() {
        write("SELECT 1 AS id, 'a' AS name, DATE'2024-01-31' AS day");
        assertThat(
                        FilesFixture.rows(
                                files.batch("format", "avro", "schema", "day DATE, name STRING")))
                .containsExactly("[2024-01-31,a]");
    }
}
