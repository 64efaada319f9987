/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.SourceFile;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LargePipelineTest {

    @Test
    void compilesAThousandTablesAndTwoThousandFlowsInSeconds() {
        List<SourceFile> sources = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            sources.add(SourceFile.of("t" + i + ".sql", table(i)));
        }
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        CompileResult result = PipelineCompiler.compile(sources, CompileOptions.named("large"));
        long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
        assertThat(result.diagnostics()).isEmpty();
        assertThat(result.graph().orElseThrow().datasets()).hasSize(1_000);
        assertThat(result.graph().orElseThrow().flows()).hasSize(2_000);
        assertThat(Duration.ofNanos(used)).isLessThan(Duration.ofMinutes(1));
    }

    private static String table(int i) {
        String source = i % 10 == 0 ? "raw.events" : "t" + (i - 1);
        return """
                CREATE STREAMING TABLE t%1$d (CONSTRAINT ok EXPECT (id IS NOT NULL)) COMMENT 'one of many';
                CREATE FLOW f%1$d AS INSERT INTO t%1$d BY NAME
                SELECT id, upper(name) AS name FROM STREAM %2$s WHERE id %% 2 = 0;
                CREATE FLOW g%1$d AS INSERT INTO t%1$d BY NAME
                SELECT s.id, c.name FROM STREAM raw.other%1$d AS s LEFT JOIN raw.customers AS c ON s.id = c.id;
                """
                .formatted(i, source);
    }
}
