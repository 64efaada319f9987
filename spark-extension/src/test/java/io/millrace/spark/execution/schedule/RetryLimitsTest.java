/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RetryLimitsTest {

    @Test
    void whatStandsNearestToAFlowCounts() {
        FlowGraph graph =
                PipelineCompiler.compile(
                                List.of(
                                        SourceFile.of(
                                                "p.sql",
                                                """
                                                CREATE STREAMING TABLE usual AS SELECT * FROM STREAM s;
                                                SET pipelines.maxFlowRetryAttempts = 0;
                                                CREATE STREAMING TABLE never AS SELECT * FROM STREAM s;
                                                CREATE STREAMING TABLE t TBLPROPERTIES (pipelines.maxFlowRetryAttempts = 4);
                                                """),
                                        SourceFile.of(
                                                "r.sql",
                                                """
                                                SET spark.sql.pipelines.maxFlowRetryAttempts = 1;
                                                CREATE MATERIALIZED VIEW once AS SELECT 1 AS a;
                                                """),
                                        SourceFile.of(
                                                "q.sql",
                                                """
                                                CREATE FLOW of_table AS INSERT INTO t BY NAME SELECT * FROM STREAM s;
                                                CREATE FLOW own SPARK_CONF ('pipelines.maxFlowRetryAttempts' = '9')
                                                AS INSERT INTO t BY NAME SELECT * FROM STREAM s;
                                                """)),
                                CompileOptions.named("p"))
                        .graph()
                        .orElseThrow();
        RetryLimits limits = new RetryLimits(graph, 2);

        Map<String, Integer> found =
                graph.flows().stream().collect(Collectors.toMap(flow -> flow.name(), limits::of));

        assertThat(found)
                .containsEntry("usual", 2)
                .containsEntry("never", 0)
                .containsEntry("of_table", 4)
                .containsEntry("own", 9)
                .containsEntry("once", 1);
        assertThat(new RetryLimits(graph, Integer.MAX_VALUE).of(graph.flows().get(1)))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
