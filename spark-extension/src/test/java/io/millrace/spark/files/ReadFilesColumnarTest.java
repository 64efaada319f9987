/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static io.millrace.spark.files.FilesFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Parquet, ORC and Avro files hold and their columns cannot take. */
class ReadFilesColumnarTest {

    private static final String RESCUED = "rescuedDataColumn";

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void whatTheColumnsCannotTakeIsRescued(String format) throws Exception {
        write(format, "a", "SELECT 1 AS id, 'one' AS name");
        write(
                format,
                "b",
                "SELECT 'two' AS id, 'b' AS name, 2.50BD AS price, CAST(NULL AS INT) AS none");
        write(format, "c", "SELECT 3L AS ID, named_struct('x', 1, 'y', array('p')) AS name");
        write(format, "d", "SELECT 4L AS id, true AS name");
        write(format, "e", "SELECT 5000000000L AS id, DATE'2024-01-31' AS name");
        var data = files.batch("format", format, "schema", "id INT, name STRING", RESCUED, "rest");
        assertThat(rows(data))
                .containsExactly(
                        "[1,one,null]",
                        "[4,true,null]",
                        "[null,2024-01-31,{\"id\":5000000000," + path(format, "e") + "}]",
                        "[null,b,{\"id\":\"two\",\"price\":2.50," + path(format, "b") + "}]",
                        "[null,null,{\"ID\":3,\"name\":{\"x\":1,\"y\":[\"p\"]},"
                                + path(format, "c")
                                + "}]");
        assertThat(rows(data.selectExpr("count(rest)", "count(id)"))).containsExactly("[3,2]");
        assertThat(rows(data.select("id")))
                .containsExactly("[1]", "[4]", "[null]", "[null]", "[null]");
        assertThat(data.count()).isEqualTo(5);
        assertThat(rows(data.where("id = 4 AND name = 'true'").select("rest")))
                .containsExactly("[null]");
        assertThat(rows(data.where("rest IS NULL").select("name", "_metadata.file_name")))
                .containsExactly("[one,a." + format + "]", "[true,d." + format + "]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void onlyWhatIsLostInsideOfAColumnIsRescued(String format) throws Exception {
        write(
                format,
                "a",
                "SELECT named_struct('z', 1L, 'Y', 2, 'y', 'three') AS s, array(1L, 5000000000L) AS"
                        + " l, array(named_struct('p', 1, 'q', 2)) AS d, map('k', 1L) AS m");
        write(format, "b", "SELECT named_struct('z', 7L) AS s, array(8L) AS l");
        String schema =
                "s STRUCT<z: INT, y: INT>, l ARRAY<INT>, d ARRAY<STRUCT<p: INT>>, m MAP<STRING,"
                        + " INT>";
        assertThat(rows(files.batch("format", format, "schema", schema, RESCUED, "r")))
                .containsExactly(
                        "[[1,null],null,ArraySeq([1]),Map(k -> 1),{\"s\":{\"Y\":2,\"y\":\"three\"},"
                                + "\"l\":[1,5000000000],\"d\":[{\"p\":1,\"q\":2}],"
                                + path(format, "a")
                                + "}]",
                        "[[7,null],ArraySeq(8),null,null,null]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc", "avro"})
    void namesMayBeSpelledOtherwiseWhenAsked(String format) throws Exception {
        write(format, "a", "SELECT 1 AS ID, named_struct('X', 2) AS s");
        write(format, "b", "SELECT 3 AS ID, 4 AS id, 5 AS Id");
        var data =
                files.batch(
                        "format",
                        format,
                        "schema",
                        "id INT, s STRUCT<x: INT>",
                        RESCUED,
                        "r",
                        "readerCaseSensitive",
                        false);
        assertThat(rows(data))
                .containsExactly(
                        "[1,[2],null]", "[4,null,{\"ID\":3,\"Id\":5," + path(format, "b") + "}]");
    }

    @Test
    void valuesThatComeBackUnchangedAreTaken() throws Exception {
        write(
                "parquet",
                "a",
                "SELECT 1.5D AS i, 0.1D AS f, 2.10BD AS d, TIMESTAMP'2024-01-31 00:00:00' AS day,"
                        + " X'00FF' AS b, DOUBLE('NaN') AS n");
        write("parquet", "b", "SELECT 2.0D AS i, 0.5D AS f, 2.125BD AS d, '1' AS b, 7 AS n");
        assertThat(
                        rows(
                                files.batch(
                                        "schema",
                                        "i INT, f FLOAT, d DECIMAL(10, 2), day DATE, b STRING, n"
                                                + " DECIMAL(5, 0)",
                                        RESCUED,
                                        "r")))
                .containsExactly(
                        "[2,0.5,null,null,1,7,{\"d\":2.125," + path("parquet", "b") + "}]",
                        "[null,null,2.10,2024-01-31,null,null,{\"i\":1.5,\"f\":0.1,\"b\":\"AP8=\","
                                + "\"n\":\"NaN\","
                                + path("parquet", "a")
                                + "}]");
    }

    @Test
    void folderColumnsAreNotRescued() throws Exception {
        write("parquet", "year=2024/a", "SELECT 1 AS id, 1999 AS YEAR");
        assertThat(rows(files.batch())).containsExactly("[1,2024,null]");
    }

    @Test
    void aStreamRescuesAsABatchDoes() throws Exception {
        write("orc", "a", "SELECT 1 AS id");
        assertThat(files.runStream(files.call("schemaEvolutionMode", "rescue")))
                .containsExactly("[1,null]");
        write("orc", "b", "SELECT 'x' AS id, 2 AS more");
        assertThat(
                        files.runStream(
                                files.function().stream(files.call("schemaEvolutionMode", "rescue"))
                                        .selectExpr("_rescued_data", "_metadata.file_name")))
                .containsExactly("[{\"id\":\"x\",\"more\":2," + path("orc", "b") + "},b.orc]");
    }

    /** As pyarrow writes them: nanoseconds in plain columns and nested ones, times of the day. */
    @Test
    void timesOfOtherUnitsAreReadInMicroseconds() throws Exception {
        Files.createDirectories(files.input());
        try (var resource = getClass().getResourceAsStream("/files/times.parquet")) {
            Files.copy(resource, files.input().resolve("a.parquet"));
        }
        String first = "2023-11-14T22:13:20.123456";
        String before = "1969-12-31T23:59:59.999999";
        String found =
                "[1,%1$s,%2$s,[%1$s],ArraySeq(%1$s),Map(a -> 1970-01-01T00:00:00.000001),12:30:00.123,12:30:00.123456,12:30:00.123456,true,null]"
                        .formatted(first, first.replace('T', ' '));
        var columns =
                List.of(
                        "id",
                        "ts",
                        "tz",
                        "s",
                        "l",
                        "m",
                        "ms",
                        "us",
                        "ns",
                        "length(d) > 0",
                        "_rescued_data");
        assertThat(rows(files.batch().selectExpr(columns.toArray(String[]::new))))
                .containsExactly(
                        found,
                        "[2,%1$s,%2$s,[%1$s],ArraySeq(%1$s),null,null,null,null,null,null]"
                                .formatted(before, before.replace('T', ' ')));
        assertThat(rows(files.batch("schema", "TS TIMESTAMP_NTZ, l ARRAY<TIMESTAMP_NTZ>, x INT")))
                .containsExactly(
                        "[%1$s,ArraySeq(%1$s),null]".formatted(before),
                        "[%1$s,ArraySeq(%1$s),null]".formatted(first));
        var narrow = files.batch("schema", "id INT, ts BIGINT", RESCUED, "r").where("id = 1");
        assertThat(rows(narrow.select("ts"))).containsExactly("[1700000000123456789]");
        assertThat(
                        rows(
                                narrow.selectExpr(
                                        "json_tuple(r, 'tz', 'ns')",
                                        "get_json_object(r, '$.s.t')",
                                        "get_json_object(r, '$.l[0]')",
                                        "get_json_object(r, '$.m.a')")))
                .containsExactly(
                        "[%1$s,12:30:00.123456,%1$s,%1$s,1970-01-01 00:00:00.000001]"
                                .formatted(first.replace('T', ' ')));
    }

    @Test
    void aFileThatIsNoneIsNamed() throws Exception {
        write("parquet", "a", "SELECT 1 AS id");
        files.write("b.parquet", "no columns");
        assertThat(files.batch().schema().fieldNames()).containsExactly("id", "_rescued_data");
        assertThatThrownBy(() -> rows(files.batch())).hasStackTraceContaining("b.parquet");
        assertThatThrownBy(() -> files.batch("fileNamePattern", "b*"))
                .hasMessageContaining("the file `" + files.url("b.parquet") + "` cannot be read")
                .hasMessageContaining("ignoreCorruptFiles => true in read_files");
        assertThat(rows(files.batch("ignoreCorruptFiles", true))).containsExactly("[1,null]");
        assertThatThrownBy(() -> rows(files.batch("schema", "id INT", RESCUED, "r")))
                .hasStackTraceContaining("b.parquet");
    }

    @Test
    void optionsThatHaveNoMeaningTogetherAreErrors() throws Exception {
        write("parquet", "a", "SELECT 1 AS id");
        assertThatThrownBy(() -> files.batch("schema", "id INT", "readerCaseSensitive", true))
                .hasMessageContaining("`readerCaseSensitive => true` needs a column")
                .hasMessageContaining("add rescuedDataColumn => '_rescued_data'");
        assertThatThrownBy(
                        () ->
                                files.batch(
                                        "format",
                                        "avro",
                                        "avroSchema",
                                        "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"id\",\"type\":\"int\"}]}",
                                        RESCUED,
                                        "r"))
                .hasMessageContaining("`rescuedDataColumn` has no meaning beside `avroSchema`");
    }

    /** Writes one file with a name of its own. */
    private void write(String format, String name, String query) throws IOException {
        Path written = folder.resolve("written");
        var spark =
                io.millrace.spark.catalyst.Sessions.cloneWith(
                        SharedSparkSession.get(),
                        java.util.Map.of("spark.sql.caseSensitive", "true"));
        spark.sql(query)
                .coalesce(1)
                .write()
                .format(format.equals("avro") ? "org.apache.spark.sql.avro.AvroFileFormat" : format)
                .mode("overwrite")
                .save(written.toString());
        Path file = files.input().resolve(name + "." + format);
        Files.createDirectories(file.getParent());
        try (var parts = Files.list(written)) {
            List<Path> found =
                    parts.filter(part -> part.getFileName().toString().startsWith("part-"))
                            .toList();
            found.forEach(part -> move(part, file));
        }
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String path(String format, String name) {
        return "\"_file_path\":\"" + files.url(name + "." + format) + "\"";
    }
}
