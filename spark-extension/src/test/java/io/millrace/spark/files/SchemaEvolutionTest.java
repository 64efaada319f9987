/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New columns in the files of a stream, seen from whole pipelines. */
class SchemaEvolutionTest {

    @TempDir Path folder;

    private TestPipeline pipeline;
    private Path input;

    @BeforeEach
    void newPipeline() throws IOException {
        pipeline = new TestPipeline(folder.resolve("storage"));
        input = Files.createDirectories(folder.resolve("in"));
    }

    @Test
    void aNewColumnComesIntoItsTableAndThoseBelowInTheSameUpdate() throws Exception {
        write("a.json", "{\"id\":1}");
        pipeline.streamingTable("bronze", "SELECT * FROM " + read("'json'"))
                .streamingTable("silver", "SELECT * FROM STREAM(bronze)", stream("bronze"))
                .materializedView("gold", "SELECT * FROM silver", batch("silver"));
        runs();
        write("b.json", "{\"id\":2,\"x\":\"n\",\"s\":{\"p\":1}}");

        runs();

        for (String table : new String[] {"bronze", "silver", "gold"}) {
            assertThat(
                            pipeline.rows(
                                    "SELECT id, x, s, _rescued_data FROM "
                                            + table
                                            + " ORDER BY id"))
                    .as(table)
                    .containsExactly("[1,null,null,null]", "[2,n,[1],null]");
        }

        write("c.json", "{\"id\":3,\"s\":{\"p\":1,\"q\":[true]}}");
        runs();
        assertThat(pipeline.rows("SELECT id, s FROM silver WHERE id = 3"))
                .containsExactly("[3,[1,ArraySeq(true)]]");
        assertThat(runs().flows()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
    }

    @Test
    void aValueOfAnotherTypeIsRescuedAndTheTypeStays() throws Exception {
        write("a.json", "{\"id\":1}");
        pipeline.streamingTable("bronze", "SELECT * FROM " + read("'json'"));
        runs();
        write("b.json", "{\"id\":\"two\"}", "{\"id\":12345678901234567890}");
        runs();
        assertThat(
                        pipeline.rows(
                                "SELECT id, get_json_object(_rescued_data, '$.id') FROM bronze"
                                        + " ORDER BY id, _rescued_data"))
                .containsExactly("[null,two]", "[null,12345678901234567890]", "[1,null]");
    }

    @Test
    void aTypeIsWidenedWhenAsked() throws Exception {
        write("a.json", "{\"id\":1}");
        pipeline.streamingTable(
                "bronze",
                "SELECT * FROM "
                        + read("'json'", "schemaEvolutionMode => 'addNewColumnsWithTypeWidening'"));
        runs();
        write("b.json", "{\"id\":12345678901234567890,\"x\":1}");
        runs();
        assertThat(pipeline.rows("SELECT id, x, _rescued_data FROM bronze ORDER BY id"))
                .containsExactly("[1,null,null]", "[12345678901234567890,1,null]");
    }

    @Test
    void parquetColumnsAreAddedAndTheirValuesOfOtherTypesRescued() throws Exception {
        parquet("SELECT 1 AS a");
        pipeline.streamingTable("bronze", "SELECT * FROM " + read("'parquet'"));
        runs();
        parquet("SELECT 3000000000 AS a, 'x' AS b");
        parquet("SELECT 'y' AS a, 2 AS b");
        runs();
        assertThat(
                        pipeline.rows(
                                "SELECT a, b, get_json_object(_rescued_data, '$.a'), get_json_object(_rescued_data, '$.b') FROM bronze ORDER BY"
                                        + " a, b"))
                .containsExactly(
                        "[null,2,y,null]", "[null,x,3000000000,null]", "[1,null,null,null]");
    }

    @Test
    void parquetTypesAreWidenedWhenAsked() throws Exception {
        String mode = "schemaEvolutionMode => 'addNewColumnsWithTypeWidening'";
        parquet("SELECT 1 AS a, 1 AS c");
        pipeline.streamingTable("bronze", "SELECT * FROM " + read("'parquet'", mode));
        runs();
        parquet("SELECT 3000000000 AS a, 'x' AS b, 'y' AS c");
        runs();
        assertThat(
                        pipeline.rows(
                                "SELECT a, b, c, get_json_object(_rescued_data, '$.c') FROM bronze ORDER BY a"))
                .containsExactly("[1,null,1,null]", "[3000000000,x,null,y]");
    }

    @Test
    void newParquetColumnsAreRescuedLeftOutOrRefusedAsAsked() throws Exception {
        parquet("SELECT 1 AS a");
        for (String mode : new String[] {"rescue", "none", "failOnNewColumns"}) {
            pipeline.streamingTable(
                    mode,
                    "SELECT * FROM " + read("'parquet'", "schemaEvolutionMode => '" + mode + "'"));
        }
        runs();
        parquet("SELECT 2 AS a, 'x' AS b");

        UpdateResult result = pipeline.run();

        assertThat(
                        pipeline.rows(
                                "SELECT a, get_json_object(_rescued_data, '$.b') FROM rescue ORDER BY a"))
                .containsExactly("[1,null]", "[2,x]");
        assertThat(pipeline.rows("SELECT * FROM none ORDER BY a")).containsExactly("[1]", "[2]");
        assertThat(flow(result, "failOnNewColumns").error().orElseThrow().message())
                .contains("columns that this flow does not know: `b`");
    }

    @Test
    void newColumnsAreRescuedWhenAsked() throws Exception {
        write("a.csv", "id", "1");
        pipeline.streamingTable(
                "bronze",
                "SELECT * FROM "
                        + read("'csv'", "header => true", "schemaEvolutionMode => 'rescue'"));
        runs();
        write("b.csv", "x,id", "n,2");
        runs();
        assertThat(
                        pipeline.rows(
                                "SELECT * EXCEPT (_rescued_data), get_json_object(_rescued_data,"
                                        + " '$.x') FROM bronze"))
                .containsExactlyInAnyOrder("[1,null]", "[2,n]");
    }

    @Test
    void newColumnsAreLeftOutWhenAsked() throws Exception {
        write("a.json", "{\"id\":1}");
        pipeline.streamingTable(
                "bronze", "SELECT * FROM " + read("'json'", "schemaEvolutionMode => 'none'"));
        runs();
        write("b.json", "{\"id\":2,\"x\":1}");
        runs();
        assertThat(pipeline.rows("SELECT * FROM bronze ORDER BY id"))
                .containsExactly("[1,null]", "[2,null]");
    }

    @Test
    void newColumnsFailTheFlowWhenAskedUntilTheyAreNamed() throws Exception {
        write("a.json", "{\"id\":1}");
        String mode = "schemaEvolutionMode => 'failOnNewColumns'";
        pipeline.streamingTable("bronze", "SELECT * FROM " + read("'json'", mode));
        runs();
        write("b.json", "{\"id\":2,\"x\":1}");

        UpdateResult failed = pipeline.run();

        assertThat(failed.status()).isEqualTo(UpdateStatus.FAILED);
        assertThat(failed.flows().get(0).error().orElseThrow().message())
                .contains("columns that this flow does not know: `x`");
        pipeline.edit()
                .streamingTable(
                        "bronze",
                        "SELECT * FROM " + read("'json'", mode, "schemaHints => 'x BIGINT'"));
        runs();
        assertThat(pipeline.rows("SELECT id, x FROM bronze ORDER BY id"))
                .containsExactly("[1,null]", "[2,1]");
    }

    private static FlowResult flow(UpdateResult result, String name) {
        return result.flows().stream()
                .filter(flow -> flow.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private UpdateResult runs() {
        UpdateResult result = pipeline.run();
        assertThat(result.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        return result;
    }

    private String read(String format, String... options) {
        String more = options.length == 0 ? "" : ", " + String.join(", ", options);
        return "STREAM read_files('file:" + input + "', format => " + format + more + ")";
    }

    private void write(String name, String... lines) throws IOException {
        Files.writeString(input.resolve(name), String.join("\n", lines) + "\n");
    }

    private void parquet(String query) {
        TestPipeline.session()
                .sql(query)
                .coalesce(1)
                .write()
                .mode("append")
                .parquet(input.toString());
    }
}
