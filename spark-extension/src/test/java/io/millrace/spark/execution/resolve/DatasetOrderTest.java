/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatasetOrderTest {

    @Test
    void aWaveHoldsWhatDependsOnEarlierWavesOnly() {
        FlowGraph graph =
                graph(
                        """
                        CREATE MATERIALIZED VIEW last AS SELECT * FROM both;
                        CREATE TEMPORARY VIEW both AS SELECT id FROM a UNION ALL SELECT id FROM b;
                        CREATE STREAMING TABLE a (
                          CONSTRAINT c EXPECT (id > 0) ON VIOLATION QUARANTINE ROW INTO a_bad)
                          AS SELECT * FROM STREAM src;
                        CREATE STREAMING TABLE b AS SELECT id FROM STREAM a;
                        CREATE MATERIALIZED VIEW alone AS SELECT 1 AS id;
                        """);
        List<List<String>> waves =
                DatasetOrder.waves(graph).stream().map(DatasetOrderTest::names).toList();
        assertThat(waves.get(0)).containsExactlyInAnyOrder("a", "alone");
        assertThat(waves.get(1)).containsExactlyInAnyOrder("b", "a_bad");
        assertThat(waves.subList(2, 4)).containsExactly(List.of("both"), List.of("last"));
        assertThat(waves).hasSize(4);
        assertThat(waves.stream().flatMap(List::stream).toList())
                .containsExactlyInAnyOrderElementsOf(names(graph.datasets()));
    }

    private static List<String> names(List<Dataset> datasets) {
        return datasets.stream().map(dataset -> dataset.name().last()).toList();
    }

    private static FlowGraph graph(String sql) {
        return PipelineCompiler.compile(
                        List.of(SourceFile.of("pipeline.sql", sql)),
                        new CompileOptions("order", "spark_catalog", "main", Map.of(), Map.of()))
                .graph()
                .orElseThrow();
    }
}
