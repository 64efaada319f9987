/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunProgressTest {

    private static final Instant NOON =
            LocalDateTime.of(2024, 1, 1, 12, 0, 3).atZone(ZoneId.systemDefault()).toInstant();

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Terminal terminal =
            new Terminal(
                    new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    Map.of(),
                    false);

    private static FlowResult flow(String name, String target, FlowStatus status, Long rows) {
        return new FlowResult(
                name,
                target,
                "APPEND",
                status,
                false,
                Optional.ofNullable(rows),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                1,
                1234,
                status == FlowStatus.FAILED
                        ? Optional.of(new FlowError("DIVIDE_BY_ZERO", "m", Optional.empty()))
                        : Optional.empty());
    }

    @Test
    void printsOneLineForEachTransition() {
        RunProgress progress = new RunProgress(terminal, Clock.fixed(NOON, ZoneId.systemDefault()));
        progress.flowChanged(flow("orders", "orders", FlowStatus.QUEUED, null));
        progress.flowChanged(flow("orders", "orders", FlowStatus.RUNNING, null));
        progress.flowChanged(flow("orders", "orders", FlowStatus.RUNNING, 3L));
        progress.flowChanged(flow("orders", "orders", FlowStatus.COMPLETED, 1234L));
        progress.flowChanged(flow("backfill", "orders", FlowStatus.FAILED, null));
        progress.flowChanged(flow("t", "lake.raw.t", FlowStatus.IDLE, null));
        progress.warning("careful");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        12:00:03 orders RUNNING
                        12:00:03 orders COMPLETED 1,234 rows in 1.2 s
                        12:00:03 orders/backfill FAILED [DIVIDE_BY_ZERO]
                        12:00:03 lake.raw.t IDLE
                        warning: careful
                        """);
    }

    @Test
    void theLineOfAnAutoCdcFlowTellsItsChanges() {
        FlowResult flow =
                new FlowResult(
                        "f",
                        "t",
                        "AUTO_CDC",
                        FlowStatus.COMPLETED,
                        false,
                        Optional.empty(),
                        Optional.of(1200L),
                        Optional.of(3L),
                        Optional.of(2L),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        1,
                        1234,
                        Optional.empty());
        assertThat(RunProgress.lineOf(flow))
                .isEqualTo("t/f COMPLETED 1,200 rows upserted, 3 deleted, 2 rows dropped in 1.2 s");
        assertThat(RunCommand.amounts(List.of(flow))).isEqualTo("1,200 rows upserted, 3 deleted");
        assertThat(RunCommand.amounts(List.of(flow, flow("a", "a", FlowStatus.COMPLETED, 7L))))
                .isEqualTo("7 rows, 1,200 rows upserted, 3 deleted");
    }

    @Test
    void liveProgressLeavesOnlyTheFinishedFlows() {
        try (LiveProgress progress =
                new LiveProgress(terminal, Clock.fixed(NOON, ZoneId.systemDefault()), 80)) {
            progress.updateStarted("u", 2);
            progress.flowChanged(flow("orders", "orders", FlowStatus.RUNNING, null));
            progress.flowChanged(flow("orders", "orders", FlowStatus.COMPLETED, 1L));
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("12:00:03 orders COMPLETED 1 row in 1.2 s\n");
    }

    @Test
    void durationsAreReadable() {
        assertThat(Amounts.duration(40)).isEqualTo("0.0 s");
        assertThat(Amounts.duration(59_949)).isEqualTo("59.9 s");
        assertThat(Amounts.duration(125_000)).isEqualTo("2 min 5 s");
    }

    @Test
    void pipelineNamesBecomeFolderNames() {
        assertThat(Engine.folderName("retail-2.eu")).isEqualTo("retail-2.eu");
        assertThat(Engine.folderName("../a b/ü")).isEqualTo("~2e.~2fa~20b~2fü");
    }
}
