/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills updates at random moments. {@code -Dmillrace.kills=200} kills more often; {@code
 * -Dmillrace.kills.seed} repeats a run.
 */
class KillTest {

    @TempDir Path folder;

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void nothingIsLostOrDoubledWheneverTheProcessIsKilled() throws Exception {
        kill(new AppendedTables(folder), kills() / 2);
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void changesAreAppliedOnceWheneverTheProcessIsKilled() throws Exception {
        kill(new ChangedTables(folder), kills() - kills() / 2);
    }

    private static int kills() {
        return Integer.getInteger("millrace.kills", 8);
    }

    private void kill(CrashTables tables, int kills) throws Exception {
        long seed = Long.getLong("millrace.kills.seed", System.nanoTime());
        Random random = new Random(seed);
        CrashPipeline pipeline = new CrashPipeline(folder, tables);
        pipeline.addInput();
        pipeline.runToEnd();
        pipeline.addInput();
        long begun = System.nanoTime();
        pipeline.runToEnd();
        long whole = (System.nanoTime() - begun) / 1_000_000;
        pipeline.checkAll();
        String what = "seed " + seed;
        for (int i = 0; i < kills; i++) {
            pipeline.addInput();
            boolean refresh = random.nextInt(5) == 0;
            Process process =
                    refresh ? pipeline.run(Map.of(), "--full-refresh-all") : pipeline.run(Map.of());
            // The first third is the start of Spark, where there is nothing to break.
            long wait = whole / 3 + (long) (random.nextDouble() * whole * 2 / 3);
            if (!process.waitFor(wait, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            } else {
                assertThat(process.exitValue())
                        .as(what + "\n" + Files.readString(pipeline.log()))
                        .isZero();
            }
            try {
                pipeline.checkNothingIsDoubled();
            } catch (AssertionError e) {
                throw new AssertionError(what + ", kill " + i, e);
            }
        }
        pipeline.runToEnd();
        try {
            pipeline.checkAll();
        } catch (AssertionError e) {
            throw new AssertionError(what, e);
        }
    }
}
