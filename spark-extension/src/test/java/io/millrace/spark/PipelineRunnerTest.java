/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineRunnerTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void newPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql("CREATE TABLE src (id INT, v STRING) USING delta");
    }

    @Test
    void runsAChainOfStreamingTablesAndAMaterializedView() {
        pipeline.sql("INSERT INTO src VALUES (1, 'a'), (2, 'b'), (3, 'a')");
        pipeline.materializedView(
                        "m", "SELECT v, count(*) AS n FROM silver GROUP BY v", batch("silver"))
                .streamingTable(
                        "silver", "SELECT * FROM STREAM bronze WHERE id > 1", stream("bronze"))
                .streamingTable("bronze", "SELECT id, v FROM STREAM(src)", stream("src"));

        UpdateResult first = pipeline.run();

        assertThat(first.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(first.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(pipeline.rows("SELECT * FROM m ORDER BY v")).containsExactly("[a,1]", "[b,1]");

        pipeline.sql("INSERT INTO src VALUES (4, 'b')");
        UpdateResult second = pipeline.run();

        assertThat(second.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(second.flows())
                .extracting(flow -> flow.outputRows().orElse(-1L))
                .containsExactly(2L, 1L, 1L);
        assertThat(pipeline.rows("SELECT * FROM m ORDER BY v")).containsExactly("[a,1]", "[b,2]");

        UpdateResult third = pipeline.run();

        assertThat(third.flows()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
    }

    @Test
    void pointsAtThePathThatDoesNotExist() {
        String sql = "SELECT * FROM read_files('/none/such', format => 'json')";
        pipeline.materializedView("m", sql);

        assertThat(pipeline.resolve().diagnostics())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.code()).isEqualTo("MILLRACE_READ_FILES_NOT_FOUND");
                            SourceLocation place = problem.location().orElseThrow();
                            assertThat(sql.substring(place.start(), place.end()))
                                    .isEqualTo("'/none/such'");
                        });
    }
}
