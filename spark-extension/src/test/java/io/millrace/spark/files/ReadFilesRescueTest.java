/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static io.millrace.spark.files.FilesFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesRescueTest {

    private static final String RESCUED = "rescuedDataColumn";

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    @Test
    void valuesOfOtherTypesAreRescuedWithTheFile() throws Exception {
        files.write(
                "a.json", "{\"id\":\"abc\",\"t\":\"2024-02-30\",\"ok\":1}", "{\"id\":2,\"ok\":2}");
        var data = files.batch("schema", "id INT, t TIMESTAMP, ok INT", RESCUED, "_rescued_data");
        assertThat(data.schema().toDDL())
                .isEqualTo("id INT,t TIMESTAMP,ok INT,_rescued_data STRING");
        assertThat(rows(data))
                .containsExactly(
                        "[2,null,2,null]",
                        "[null,null,1,{\"id\":\"abc\",\"t\":\"2024-02-30\","
                                + path("a.json")
                                + "}]");
        assertThat(rows(data.select("id", "ok"))).containsExactly("[2,2]", "[null,1]");
        assertThat(data.where("_rescued_data IS NOT NULL").count()).isEqualTo(1);
        assertThat(rows(data.selectExpr("count(_rescued_data)"))).containsExactly("[1]");
        assertThat(data.count()).isEqualTo(2);
    }

    @Test
    void unknownAndCaseDifferentFieldsAreRescuedAtEveryDepth() throws Exception {
        files.write(
                "a.json",
                "{\"ID\":1,\"n\":{\"z\":\"x\",\"y\":2,\"w\":{\"v\":[1.50]}},\"l\":[1,\"two\"],\"id\":7}",
                "{\"id\":8,\"l\":[3],\"unknown\":null}");
        assertThat(
                        rows(
                                files.batch(
                                        "schema",
                                        "id INT, n STRUCT<z: INT, y: INT>, l ARRAY<INT>",
                                        RESCUED,
                                        "rest")))
                .containsExactly(
                        "[7,[null,2],null,{\"ID\":1,\"n\":{\"z\":\"x\",\"w\":{\"v\":[1.50]}},"
                                + "\"l\":[1,\"two\"],"
                                + path("a.json")
                                + "}]",
                        "[8,null,ArraySeq(3),null]");
    }

    @Test
    void jsonNamesMayBeSpelledOtherwiseWhenAsked() throws Exception {
        files.write(
                "year=2024/a.json",
                "{\"ID\":1.0,\"n\":{\"Y\":2,\"w\":3},\"Year\":1}",
                "{\"Id\":1,\"id\":2,\"ID\":3,\"l\":[{\"Z\":4}]}",
                "{\"ID\":\"x\"",
                "{\"ID\":\"y\"}");
        String schema = "id INT, n STRUCT<y: INT>, l ARRAY<STRUCT<z: INT>>, year INT";
        var data =
                files.batch("schema", schema, RESCUED, "r", "readerCaseSensitive", false)
                        .selectExpr("id", "n.y", "l.z", "r");
        String file = path("year=2024/a.json");
        assertThat(rows(data))
                .containsExactly(
                        "[2,null,ArraySeq(4),{\"Id\":1,\"ID\":3," + file + "}]",
                        "[null,2,null,{\"id\":1.0,\"n\":{\"w\":3}," + file + "}]",
                        "[null,null,null,{\"_corrupt_record\":\"{\\\"ID\\\":\\\"x\\\"\","
                                + file
                                + "}]",
                        "[null,null,null,{\"id\":\"y\"," + file + "}]");
        assertThat(rows(data.select("id"))).containsExactly("[2]", "[null]", "[null]", "[null]");
        var kept =
                files.batch(
                        "schema", "id INT, _corrupt_record STRING", "readerCaseSensitive", false);
        assertThat(rows(kept.where("_corrupt_record LIKE '%\"y\"%'")))
                .containsExactly("[null,{\"ID\":\"y\"}]");
        assertThat(rows(kept.where("id IS NOT NULL"))).containsExactly("[2,null]");
    }

    @Test
    void csvNamesThatAreSpelledOtherwiseAreRescuedWhenAsked() throws Exception {
        files.write("a.csv", "ID,name", "1,a");
        files.write("b.csv", "id,NAME", "2,b");
        var data =
                files.batch(
                        "header",
                        true,
                        "schema",
                        "id INT, name STRING",
                        RESCUED,
                        "r",
                        "readerCaseSensitive",
                        true);
        assertThat(rows(data))
                .containsExactly(
                        "[2,null,{\"NAME\":\"b\"," + path("b.csv") + "}]",
                        "[null,a,{\"ID\":\"1\"," + path("a.csv") + "}]");
        assertThat(rows(data.select("name", "id"))).containsExactly("[a,null]", "[null,2]");
    }

    @Test
    void linesInFrontOfCsvAreLeftOut() throws Exception {
        files.write("a.csv", "report of May", "", "id,name", "1,a", "x,b,c", "2,c");
        var named = files.batch("header", true, "skipRows", 2, "schema", "id INT, name STRING");
        assertThat(rows(named.select("id"))).containsExactly("[1]", "[2]", "[null]");
        for (boolean lines : new boolean[] {false, true}) {
            var found = files.batch("header", true, "skipRows", 2, "multiLine", lines);
            assertThat(found.schema().toDDL())
                    .isEqualTo("id STRING,name STRING,_rescued_data STRING");
            assertThat(rows(found))
                    .containsExactly(
                            "[1,a,null]",
                            "[2,c,null]",
                            "[x,b,{\"_corrupt_record\":\"x,b,c\"," + path("a.csv") + "}]");
            assertThat(rows(files.batch("skipRows", 3, "multiLine", lines).select("_c1")))
                    .containsExactly("[a]", "[b]", "[c]");
            var declared = files.batch("skipRows", 5, "multiLine", lines, "schema", "id INT");
            assertThat(declared.count()).isEqualTo(1);
        }
        assertThat(files.batch("schema", "id INT", "skipRows", 100).count()).isZero();
    }

    @Test
    void brokenRecordsAreRescuedWhole() throws Exception {
        files.write("a.json", "{\"id\":1}", "{\"id\":2", "{\"id\":3} {\"id\":4}", "", "17");
        var data = files.batch("schema", "id INT", RESCUED, "r");
        assertThat(rows(data))
                .containsExactly(
                        "[1,null]",
                        "[3,{\"_corrupt_record\":\"{\\\"id\\\":3} {\\\"id\\\":4}\","
                                + path("a.json")
                                + "}]",
                        "[null,{\"_corrupt_record\":\"17\"," + path("a.json") + "}]",
                        "[null,{\"_corrupt_record\":\"{\\\"id\\\":2\"," + path("a.json") + "}]");
        assertThat(rows(data.selectExpr("count(r)"))).containsExactly("[3]");
        var kept = files.batch("schema", "id INT, _corrupt_record STRING", RESCUED, "r");
        assertThat(rows(kept.where("id IS NULL")))
                .containsExactly("[null,17,null]", "[null,{\"id\":2,null]");
    }

    @Test
    void modesAreAboutBrokenRecordsNotAboutTypes() throws Exception {
        files.write("a.json", "{\"id\":1}", "{\"id\":\"x\"}");
        files.write("b.json", "{\"id\":2");
        var dropped = files.batch("schema", "id INT", RESCUED, "r", "mode", "DROPMALFORMED");
        assertThat(rows(dropped.select("id"))).containsExactly("[1]", "[null]");
        assertThat(dropped.count()).isEqualTo(2);
        var failing = files.batch("schema", "id INT", RESCUED, "r", "mode", "FAILFAST");
        assertThatThrownBy(failing::collectAsList).hasMessageContaining("b.json");
    }

    @Test
    void arraysOfRecordsAndRecordsOverSeveralLinesAreRescuedToo() throws Exception {
        files.write("a.json", "[{\"id\":1,\"x\":1},", "{\"id\":\"two\"}]");
        assertThat(rows(files.batch("schema", "id INT", RESCUED, "r", "multiLine", true)))
                .containsExactly(
                        "[1,{\"x\":1," + path("a.json") + "}]",
                        "[null,{\"id\":\"two\"," + path("a.json") + "}]");
    }

    @Test
    void oneElementOfAnArrayDoesNotCostTheOthers() throws Exception {
        files.write("a.json", "[{\"id\":8},null,", "{\"id\":9},5,[{\"id\":1}],{\"id\":\"x\"}]");
        var declared = files.batch("schema", "id INT", RESCUED, "r", "multiLine", true);
        assertThat(rows(declared))
                .containsExactly(
                        "[8,null]",
                        "[9,null]",
                        broken("null", "5"),
                        broken("null", "[{\\\"id\\\":1}]"),
                        broken("null", "null"),
                        "[null,{\"id\":\"x\"," + path("a.json") + "}]");
        assertThat(rows(declared.select("id").where("id IS NOT NULL")))
                .containsExactly("[8]", "[9]");
        assertThat(declared.count()).isEqualTo(6);
        assertThat(files.batch("schema", "id INT", "multiLine", true).count()).isEqualTo(6);
        assertThat(files.batch("multiLine", true).schema().toDDL())
                .isEqualTo("id STRING,_rescued_data STRING");
    }

    @Test
    void ofEqualNamesTheLastCountsAndTheTextIsRescued() throws Exception {
        files.write("a.json", "{\"id\":3,\"id\":4}", "{\"n\":{\"a\":1,\"a\":2}}");
        assertThat(rows(files.batch()))
                .containsExactly(
                        broken("4,null", "{\\\"id\\\":3,\\\"id\\\":4}"),
                        broken("null,[2]", "{\\\"n\\\":{\\\"a\\\":1,\\\"a\\\":2}}"));
        assertThat(
                        rows(
                                files.batch(
                                        "schema",
                                        "ID INT",
                                        RESCUED,
                                        "r",
                                        "readerCaseSensitive",
                                        false)))
                .containsExactly(
                        broken("4", "{\\\"id\\\":3,\\\"id\\\":4}"),
                        broken("null", "{\\\"n\\\":{\\\"a\\\":1,\\\"a\\\":2}}"));
    }

    @Test
    void numbersThatWouldLoseDigitsAreRescued() throws Exception {
        files.write(
                "a.json",
                "{\"d\":1.005,\"f\":16777217,\"l\":[0.1,0.1234567890123456789]}",
                "{\"d\":1e3,\"f\":3.14,\"l\":[0.1]}");
        String schema = "d DECIMAL(10,2), f FLOAT, l ARRAY<DOUBLE>";
        var json = files.batch("format", "json", "schema", schema, RESCUED, "r");
        assertThat(rows(json))
                .containsExactly(
                        "[1000.00,3.14,ArraySeq(0.1),null]",
                        "[null,null,ArraySeq(0.1, null),{\"d\":1.005,\"f\":16777217,"
                                + "\"l\":[0.1,0.1234567890123456789],"
                                + path("a.json")
                                + "}]");
        assertThat(rows(json.select("d"))).containsExactly("[1000.00]", "[null]");
        files.write("b.csv", "1.005,3.14", "\"1,234.50\",16777217", "2.50,NaN", "7,1e400");
        assertThat(
                        rows(
                                files.batch(
                                        "format",
                                        "csv",
                                        "fileNamePattern",
                                        "*.csv",
                                        "schema",
                                        "d DECIMAL(10,2), f FLOAT",
                                        RESCUED,
                                        "r")))
                .containsExactly(
                        "[1234.50,null,{\"f\":\"16777217\"," + path("b.csv") + "}]",
                        "[2.50,NaN,null]",
                        "[7.00,null,{\"f\":\"1e400\"," + path("b.csv") + "}]",
                        "[null,3.14,{\"d\":\"1.005\"," + path("b.csv") + "}]");
    }

    private String broken(String values, String record) {
        return "[%s,{\"_corrupt_record\":\"%s\",%s}]".formatted(values, record, path("a.json"));
    }

    @Test
    void csvValuesThatFitNoColumnAreRescued() throws Exception {
        files.write("a.csv", "id,extra,when", "1,x,2024-01-01", "two,,2024-13-01", "3");
        var data = files.batch("header", true, "schema", "id INT, when DATE", RESCUED, "r");
        assertThat(rows(data))
                .containsExactly(
                        "[1,2024-01-01,{\"extra\":\"x\"," + path("a.csv") + "}]",
                        "[3,null,{\"_corrupt_record\":\"3\"," + path("a.csv") + "}]",
                        "[null,null,{\"id\":\"two\",\"when\":\"2024-13-01\","
                                + path("a.csv")
                                + "}]");
        assertThat(rows(data.selectExpr("count(r)"))).containsExactly("[3]");
        assertThat(data.count()).isEqualTo(3);
        assertThat(rows(data.select("when"))).containsExactly("[2024-01-01]", "[null]", "[null]");
    }

    @Test
    void csvWithoutHeaderIsRescuedByPosition() throws Exception {
        files.write("a.csv", "1,a", "x,b", "3,c,more");
        assertThat(rows(files.batch("schema", "id INT, name STRING", RESCUED, "r")))
                .containsExactly(
                        "[1,a,null]",
                        "[3,c,{\"_corrupt_record\":\"3,c,more\"," + path("a.csv") + "}]",
                        "[null,b,{\"id\":\"x\"," + path("a.csv") + "}]");
    }

    @Test
    void xmlElementsThatFitNoColumnAreRescued() throws Exception {
        files.write(
                "a.xml",
                "<r><p><id>1</id><extra>e</extra></p><p><id>x</id></p><p><id>3</id></p></r>");
        var data = files.batch("rowTag", "p", "schema", "id INT", RESCUED, "r");
        assertThat(rows(data))
                .containsExactly(
                        "[1,{\"_unknown_elements\":[\"e\"]," + path("a.xml") + "}]",
                        "[3,null]",
                        "[null,{\"_corrupt_record\":\"<p><id>x</id></p>\"," + path("a.xml") + "}]");
        assertThat(data.count()).isEqualTo(3);
    }

    @Test
    void folderColumnsAreNotRescued() throws Exception {
        files.write("year=2024/a.json", "{\"id\":1,\"year\":1999}");
        assertThat(rows(files.batch())).containsExactly("[1,2024,null]");
    }

    @Test
    void aColumnOfTheSameNameIsNotOverwritten() throws Exception {
        files.write("a.json", "{\"id\":1,\"_rescued_data\":\"old\"}");
        assertThatThrownBy(() -> files.batch())
                .hasMessageContaining("have a column `_rescued_data` of their own")
                .hasMessageContaining("rescuedDataColumn => '_rescued_data_2'");
        assertThat(rows(files.batch(RESCUED, "rest"))).containsExactly("[old,1,null]");
    }

    @Test
    void theNameOfAnotherFormatOrOfNoUseIsAnError() throws Exception {
        files.write("a.txt", "x");
        assertThatThrownBy(() -> files.batch(RESCUED, "r"))
                .hasMessageContaining(
                        "`rescuedDataColumn` is an option of avro, csv, json, orc, parquet, xml");
        assertThatThrownBy(
                        () ->
                                files.batch(
                                        "format",
                                        "json",
                                        "schema",
                                        "id INT",
                                        "schemaEvolutionMode",
                                        "addNewColumns"))
                .hasMessageContaining("write the types as `schemaHints`");
    }

    @Test
    void aStreamRescuesAsABatchDoes() throws Exception {
        files.write("a.json", "{\"id\":1}");
        var call = files.call("schema", "id INT", "schemaEvolutionMode", "rescue");
        assertThat(files.runStream(call)).containsExactly("[1,null]");
        files.write("b.json", "{\"id\":2,\"x\":\"n\"}");
        List<String> rows =
                files.runStream(
                        files.function().stream(call)
                                .selectExpr(
                                        "id",
                                        "get_json_object(_rescued_data, '$.x')",
                                        "_metadata.file_name"));
        assertThat(rows).containsExactly("[2,n,b.json]");
    }

    private String path(String name) {
        return "\"_file_path\":\"" + files.url(name) + "\"";
    }
}
