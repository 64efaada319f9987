/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static io.millrace.spark.files.FilesFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesBatchTest {

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    @Test
    void readsJsonWithADeclaredSchema() throws Exception {
        files.write("a.json", "{\"id\":1,\"name\":\"x\"}", "{\"id\":2}");
        var data = files.batch("format", "json", "schema", "id INT, name STRING");
        assertThat(rows(data)).containsExactly("[1,x]", "[2,null]");
        assertThat(data.schema().toDDL()).isEqualTo("id INT,name STRING");
    }

    @Test
    void hasTheMetadataColumn() throws Exception {
        files.write("a.json", "{\"id\":1}");
        var data = files.batch("format", "json", "schema", "id INT");
        assertThat(rows(data.selectExpr("id", "_metadata.file_name", "_metadata.file_size")))
                .containsExactly("[1,a.json,9]");
    }

    @Test
    void infersJsonWithAColumnForBrokenLines() throws Exception {
        files.write("a.json", "{\"id\":1,\"n\":{\"z\":\"007\"}}", "{\"id\":2");
        files.write("b.json", "{\"id\":12345678901234567890,\"tags\":[\"a\"]}");
        var data = files.batch();
        assertThat(data.schema().toDDL())
                .isEqualTo(
                        "id DECIMAL(20,0),n STRUCT<z: STRING>,tags ARRAY<STRING>,_rescued_data"
                                + " STRING");
        assertThat(rows(data))
                .containsExactlyInAnyOrder(
                        "[1,[007],null,null]",
                        "[12345678901234567890,null,ArraySeq(a),null]",
                        "[null,null,null,{\"_corrupt_record\":\"{\\\"id\\\":2\",\"_file_path\":\""
                                + files.url("a.json")
                                + "\"}]");
    }

    @Test
    void failsOnBrokenLinesWhenAsked() throws Exception {
        files.write("a.json", "{\"id\":1}", "{\"id\":2");
        var data = files.batch("format", "json", "schema", "id INT", "mode", "FAILFAST");
        assertThatThrownBy(data::collectAsList).hasMessageContaining("a.json");
    }

    @Test
    void inferredCsvKeepsLeadingZerosAndBigNumbers() throws Exception {
        files.write(
                "a.csv",
                "zip,acct,d,n,f,b,ts,e",
                "00123,12345678901234567890,2024-01-02,1,1.5,true,2024-01-02 03:04:05,",
                "10000,5,2024-02-03,-2,2,FALSE,2024-01-02T03:04:05Z,");
        assertThat(files.batch("header", true).drop("_rescued_data").schema().toDDL())
                .isEqualTo(
                        "zip STRING,acct DECIMAL(38,0),d DATE,n BIGINT,f DOUBLE,b BOOLEAN,ts"
                                + " TIMESTAMP,e STRING");
        assertThat(rows(files.batch("header", true).select("zip", "acct", "b")))
                .containsExactly("[00123,12345678901234567890,true]", "[10000,5,false]");
    }

    @Test
    void inferredJsonKeepsNumbersThatADoubleWouldCut() throws Exception {
        String digits = "1234567890123456789012345678901234567890";
        files.write(
                "a.json",
                "{\"n\":"
                        + digits
                        + ",\"m\":1.5,\"o\":{\"p\":["
                        + digits
                        + "]},\"d\":12345678901234567890,\"a`b\":0.5}",
                "{\"n\":7,\"m\":2,\"o\":{\"p\":[1]},\"d\":5,\"a`b\":0.12345678901234567891}");

        var data = files.batch().drop("_rescued_data");

        assertThat(data.schema().toDDL())
                .isEqualTo(
                        "`a``b` STRING,d DECIMAL(20,0),m DOUBLE,n STRING,o STRUCT<p:"
                                + " ARRAY<STRING>>");
        assertThat(rows(data.select("n", "o.p", "`a``b`")))
                .containsExactly(
                        "[" + digits + ",ArraySeq(" + digits + "),0.5]",
                        "[7,ArraySeq(1),0.12345678901234567891]");
    }

    @Test
    void hintsOverrideWhatIsInferred() throws Exception {
        files.write("a.json", "{\"id\":1,\"n\":{\"z\":7}}");
        var data = files.batch("schemaHints", "ID string, n.z INT, `new col` DECIMAL(10,2)");
        assertThat(data.drop("_rescued_data").schema().toDDL())
                .isEqualTo("id STRING,n STRUCT<z: INT>,`new col` DECIMAL(10,2)");
        assertThat(rows(data)).containsExactly("[1,[7],null,null]");
    }

    @Test
    void readsEverythingAsTextWhenTypesAreNotInferred() throws Exception {
        files.write("a.json", "{\"id\":1,\"b\":true}");
        files.write("c/x=1/a.json", "{\"id\":2}");
        assertThat(files.batch("inferColumnTypes", "false").drop("_rescued_data").schema().toDDL())
                .isEqualTo("b STRING,id STRING,x STRING");
    }

    @Test
    void csvColumnsGoByTheNamesInTheHeader() throws Exception {
        files.write("a.csv", "id,name", "1,one");
        files.write("b.csv", "name,extra,ID", "two,x,2");
        files.write("c.csv", "id", "3");
        var declared = files.batch("header", true, "schema", "name STRING, id INT");
        assertThat(rows(declared)).containsExactly("[null,3]", "[one,1]", "[two,2]");
        assertThat(rows(declared.select("id"))).containsExactly("[1]", "[2]", "[3]");
        assertThat(declared.count()).isEqualTo(3);
        var inferred = files.batch("header", "true");
        assertThat(rows(inferred.select("extra", "id", "name")))
                .containsExactly("[null,1,one]", "[null,3,null]", "[x,2,two]");
    }

    @Test
    void csvWithoutHeaderGoesByPosition() throws Exception {
        files.write("d=7/a.csv", "1;one", "2;two");
        var data = files.batch("format", "csv", "sep", ";", "schema", "d INT, id INT, name STRING");
        assertThat(rows(data)).containsExactly("[7,1,one]", "[7,2,two]");
    }

    @Test
    void csvRowsOfTheWrongLengthAreKept() throws Exception {
        files.write("a.csv", "id,name", "1,one", "2,two,more", "3");
        assertThat(rows(files.batch("header", true, "schemaEvolutionMode", "none")))
                .containsExactly("[1,one,null]", "[2,two,2,two,more]", "[3,null,3]");
    }

    @Test
    void csvMayHaveWindowsLineEndsAndAByteOrderMark() throws Exception {
        Files.createDirectories(files.input());
        Files.writeString(files.input().resolve("a.csv"), "\uFEFFid,name\r\n1,\"a,b\"\r\n");
        assertThat(rows(files.batch("header", true, "schema", "name STRING, id INT")))
                .containsExactly("[a,b,1]");
    }

    @Test
    void csvValuesMaySpanLines() throws Exception {
        files.write("a.csv", "name,id", "\"two", "lines\",2");
        var data = files.batch("header", true, "multiLine", true, "schema", "id INT, name STRING");
        assertThat(rows(data)).containsExactly("[2,two\nlines]");
    }

    @Test
    void columnsOfParquetFilesAreJoinedAndWidened() throws Exception {
        var spark = SharedSparkSession.get();
        String in = files.input().toString();
        spark.sql("SELECT 1 AS a").coalesce(1).write().parquet(in + "/p1");
        spark.sql("SELECT 2 AS a, 'x' AS b").coalesce(1).write().parquet(in + "/p2");
        spark.sql("SELECT 3L AS a").coalesce(1).write().parquet(in + "/p3");
        var data = files.batch("format", "parquet");
        assertThat(data.schema().toDDL()).isEqualTo("a BIGINT,b STRING,_rescued_data STRING");
        assertThat(rows(data)).containsExactly("[1,null,null]", "[2,x,null]", "[3,null,null]");
    }

    @Test
    void readsOrcTextXmlAndBinaryFiles() throws Exception {
        var spark = SharedSparkSession.get();
        spark.sql("SELECT 1 AS a").write().orc(files.input() + "/orc");
        files.write("text/a.txt", "one", "two");
        files.write("xml/a.xml", "<r><p><zip>007</zip><n>1</n></p><p><zip>8</zip><n>2</n></p></r>");
        String in = "file:" + files.input();
        assertThat(rows(batchOn(in + "/orc", "format", "ORC"))).containsExactly("[1,null]");
        assertThat(rows(batchOn(in + "/text"))).containsExactly("[one]", "[two]");
        Dataset<Row> xml = batchOn(in + "/xml", "rowTag", "p");
        assertThat(xml.schema().toDDL()).isEqualTo("n BIGINT,zip STRING,_rescued_data STRING");
        assertThat(rows(xml.select("zip", "n"))).containsExactly("[007,1]", "[8,2]");
        Dataset<Row> binary = batchOn(in + "/text", "format", "binaryFile");
        assertThat(binary.columns())
                .containsExactly("path", "modificationTime", "length", "content");
        assertThat(rows(binary.select("length"))).containsExactly("[8]");
    }

    @Test
    void readsCompressedFilesAndFilesOfManyLinesARecord() throws Exception {
        Files.createDirectories(files.input());
        try (OutputStream out =
                new GZIPOutputStream(Files.newOutputStream(files.input().resolve("a.json.gz")))) {
            out.write("{\n\"id\":1\n}".getBytes(StandardCharsets.UTF_8));
        }
        files.write("b.json", "[{\"id\":2},", "{\"id\":3}]");
        assertThat(rows(files.batch("multiLine", true, "schema", "id INT")))
                .containsExactly("[1]", "[2]", "[3]");
    }

    @Test
    void passesOverHiddenAndHalfCopiedAndEmptyFiles() throws Exception {
        files.write("a.json", "{\"id\":1}");
        files.write("empty.json");
        files.write("_SUCCESS", "x");
        files.write(".a.json.crc", "x");
        files.write("b.json._COPYING_", "{\"id\":9}");
        files.write("_tmp/c.json", "{\"id\":9}");
        assertThat(rows(files.batch("schema", "id INT"))).containsExactly("[1]");
    }

    @Test
    void columnsOfFoldersHaveTypesAndMayBeMissing() throws Exception {
        files.write("year=2024/m=01/a.json", "{\"id\":1}");
        files.write("year=2025/m=__HIVE_DEFAULT_PARTITION__/a.json", "{\"id\":2}");
        files.write("plain/a.json", "{\"id\":3}");
        var data = files.batch().drop("_rescued_data");
        assertThat(data.schema().toDDL()).isEqualTo("id BIGINT,year INT,m STRING");
        assertThat(rows(data)).containsExactly("[1,2024,01]", "[2,2025,null]", "[3,null,null]");
        assertThat(rows(data.where("year > 2024"))).containsExactly("[2,2025,null]");
        assertThat(rows(data.where("year IS NULL OR m = '01'").select("id")))
                .containsExactly("[1]", "[3]");
        assertThat(files.batch("partitionColumns", "").columns())
                .containsExactly("id", "_rescued_data");
        assertThat(files.batch("partitionColumns", "m").columns())
                .containsExactly("id", "m", "_rescued_data");
        assertThat(rows(files.batch("schema", "m STRING, id INT, year STRING")))
                .containsExactly("[01,1,2024]", "[null,2,2025]", "[null,3,null]");
    }

    @Test
    void readsPathsWithOddCharactersLiterallyAndByPattern() throws Exception {
        files.write("in #1 50%/ü {x}/a.json", "{\"id\":1}");
        files.write("in #1 50%/ü {x}/[b]+c=d.json", "{\"id\":2}");
        String in = "file:" + files.input();
        Object[] schema = {"schema", "id INT", "format", "json"};
        assertThat(rows(batchOn(in + "/in #1 50%/ü {x}", schema))).containsExactly("[1]", "[2]");
        assertThat(rows(batchOn(in + "/in #1 50%/ü {x}/a.json", schema))).containsExactly("[1]");
        assertThat(rows(batchOn(in + "/in*/**/a.json", schema))).containsExactly("[1]");
        assertThat(rows(batchOn(in + "/in*/{**/a,*/\\[b*}.json", schema)))
                .containsExactly("[1]", "[2]");
        assertThat(rows(batchOn(in + "/{in*,*1*/*}", schema))).containsExactly("[1]", "[2]");
    }

    @Test
    void aPatternDoesNotSearchBelowWhatItMatches() throws Exception {
        files.write("a/1.json", "{\"id\":1}");
        files.write("a/deep/2.json", "{\"id\":2}");
        String in = "file:" + files.input();
        assertThat(rows(batchOn(in + "/*", "schema", "id INT"))).containsExactly("[1]");
        assertThat(rows(batchOn(in + "/*", "schema", "id INT", "recursiveFileLookup", true)))
                .containsExactly("[1]", "[2]");
        assertThat(rows(files.batch("schema", "id INT"))).containsExactly("[1]", "[2]");
    }

    @Test
    void choosesFilesByNameAndTime() throws Exception {
        Path old = files.write("old.json", "{\"id\":1}");
        files.write("new.json", "{\"id\":2}");
        files.write("new.csv", "3");
        Files.setLastModifiedTime(
                old,
                java.nio.file.attribute.FileTime.from(
                        java.time.Instant.parse("2020-01-01T00:00:00Z")));
        Object[] named = {"schema", "id INT", "fileNamePattern", "*.json"};
        assertThat(rows(files.batch(named))).containsExactly("[1]", "[2]");
        assertThat(
                        rows(
                                files.batch(
                                        "schema",
                                        "id INT",
                                        "pathGlobFilter",
                                        "*.json",
                                        "modifiedAfter",
                                        "2021-01-01")))
                .containsExactly("[2]");
        assertThat(rows(files.batch("schema", "id INT", "modifiedBefore", "2020-01-01 00:00:01")))
                .containsExactly("[1]");
    }

    @Test
    void understandsTheOldFormOfTheCall() throws Exception {
        files.write("a.x", "id|name", "1|one");
        var call =
                files.call(
                        List.of(
                                "file:" + files.input(),
                                "csv",
                                Map.of("cloudFiles.HEADER", "true", "SEP", "|")),
                        Map.of());
        assertThat(rows(files.function().batch(call))).containsExactly("[1,one,null]");
    }

    @Test
    void relativePathsStartFromTheBaseDirectory() throws Exception {
        files.write("a.json", "{\"id\":1}");
        var spark = SharedSparkSession.get();
        spark.conf().set("spark.millrace.base.dir", "file:" + folder);
        try {
            assertThat(rows(batchOn("in", "schema", "id INT"))).containsExactly("[1]");
            assertThat(rows(batchOn("./in/a.json", "schema", "id INT"))).containsExactly("[1]");
        } finally {
            spark.conf().unset("spark.millrace.base.dir");
        }
    }

    @Test
    void anEmptyFolderAndAMissingOneAreDifferentErrors() throws IOException {
        Files.createDirectories(files.input());
        assertThatThrownBy(() -> files.batch("format", "json"))
                .hasMessageContaining("there are no files in")
                .hasMessageContaining("give `schema`");
        assertThat(files.batch("format", "json", "schema", "id INT").count()).isZero();
        assertThatThrownBy(() -> batchOn("file:" + folder + "/none", "schema", "id INT"))
                .hasMessageContaining("/none` does not exist");
    }

    @Test
    void aFingerprintChangesWithTheFiles() throws Exception {
        files.write("a.json", "{\"id\":1}");
        var call = files.call("format", "json");
        var before = files.function().fingerprint(call);
        assertThat(files.function().fingerprint(call)).isEqualTo(before).isPresent();
        files.write("b.json", "{\"id\":1}");
        assertThat(files.function().fingerprint(call)).isNotEqualTo(before);
    }

    private Dataset<Row> batchOn(String path, Object... options) {
        return files.function().batch(files.callOn(path, options));
    }
}
