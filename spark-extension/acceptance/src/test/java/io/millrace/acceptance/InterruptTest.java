/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel of a notebook is interrupted while a cell runs an update, without Connect. */
class InterruptTest {

    private static final Path CELLS = Path.of("src/test/resources/interrupts.py").toAbsolutePath();
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    @Test
    void anInterruptedCellEndsItsUpdateAndTheNextOneGoesOn(@TempDir Path folder) throws Exception {
        Program.Result result =
                Program.shell("python " + CELLS)
                        .with(Distribution.get().environment(folder))
                        .run(folder, PATIENCE);
        assertThat(result.exitCode()).as(result.output()).isZero();
        Map<String, String> cells = cells(result.output());
        assertThat(cells.get("start")).contains("extension 0.1.0");

        assertThat(cells.get("magic, interrupted"))
                .contains("ERROR in 1 lines")
                .contains("KeyboardInterrupt: [MILLRACE_UPDATE_CANCELED] update")
                .contains("what was committed stays");
        assertThat(cells.get("magic, again"))
                .containsPattern("dataset *\\| flow *\\| kind *\\| status *\\| output_rows")
                .containsPattern("magic *\\| magic *\\| APPEND *\\| COMPLETED *\\| 2 ");
        assertThat(cells.get("magic, kept")).contains("('COMPLETED', 2)");
        assertThat(cells.get("magic, wrong"))
                .contains("AnalysisException: [UNRESOLVED_COLUMN")
                .contains("\n 3 | SELECT b FROM raw\n   |        ^\n")
                .doesNotContain("Traceback", "\tat ", ".py");
        assertThat(cells.get("query")).isEqualTo("a | nothing\n--+--------\n1 | NULL\n2 | NULL\n");

        assertThat(cells.get("plain, interrupted")).contains("KeyboardInterrupt");
        assertThat(cells.get("plain, again")).contains("'COMPLETED'");

        assertThat(cells.get("shell, interrupted")).contains("KeyboardInterrupt");
        assertThat(cells.get("shell, busy"))
                .contains("MILLRACE_PIPELINE_BUSY")
                .contains("STOP PIPELINE 'spark_catalog.default.shell'")
                .contains("spark.interruptAll()");
        assertThat(cells.get("shell, stopped"))
                .containsPattern("\\| spark_catalog.default.shell *\\| CANCELED *\\|");
        assertThat(cells.get("shell, again")).contains("'COMPLETED'");

        assertThat(cells.get("all, interrupted")).contains("MILLRACE_UPDATE_CANCELED");
        assertThat(cells.get("all, again")).contains("'COMPLETED'");
    }

    /** What each cell has shown, by its name. */
    private static Map<String, String> cells(String output) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (String part : output.split("(?m)^--- ", -1)) {
            int end = part.indexOf('\n');
            if (end > 0) {
                cells.put(part.substring(0, end), part.substring(end + 1));
            }
        }
        return cells;
    }
}
