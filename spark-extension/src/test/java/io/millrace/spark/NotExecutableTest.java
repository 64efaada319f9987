/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pipeline may say and an update does not do is refused before anything is written. */
class NotExecutableTest {

    @TempDir private Path storage;

    @Test
    void refreshPoliciesThatAskForLessThanEverythingAreRefused() {
        assertThat(
                        problems(
                                """
                                CREATE MATERIALIZED VIEW a REFRESH POLICY INCREMENTAL AS SELECT 1 AS x;
                                CREATE MATERIALIZED VIEW b REFRESH POLICY INCREMENTAL STRICT AS SELECT 1 AS x;
                                CREATE MATERIALIZED VIEW c REFRESH POLICY FULL AS SELECT 1 AS x;
                                CREATE MATERIALIZED VIEW d REFRESH POLICY AUTO AS SELECT 1 AS x;
                                """))
                .containsExactly(
                        "updates do not run REFRESH POLICY INCREMENTAL of `a`"
                                + " (write REFRESH POLICY AUTO)",
                        "updates do not run REFRESH POLICY INCREMENTAL STRICT of `b`"
                                + " (write REFRESH POLICY AUTO)");
    }

    private List<String> problems(String sql) {
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> run(sql));
        assertThat(storage.resolve("state")).doesNotExist();
        return rejected.diagnostics().stream()
                .map(problem -> problem.message() + " (" + problem.hint().orElseThrow() + ")")
                .toList();
    }

    private void run(String sql) {
        FlowGraph graph =
                PipelineCompiler.compile(
                                List.of(SourceFile.of("pipeline.sql", sql)),
                                new CompileOptions(
                                        "refused", "spark_catalog", "refused", Map.of(), Map.of()))
                        .graph()
                        .orElseThrow();
        new PipelineRunner()
                .run(
                        SharedSparkSession.get(),
                        graph,
                        new PipelineLocation(
                                PipelineSession.hadoopUri(storage), SharedSparkSession.warehouse()),
                        UpdateRequest.refreshAll(),
                        UpdateListener.NONE);
    }
}
