/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A continuous update that is killed, and one that is asked to stop. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ContinuousUpdateCrashTest {

    @TempDir Path folder;

    @Test
    void goesOnWhereAKilledOneWasAndStopsOnASignal() throws Exception {
        CrashPipeline pipeline = new CrashPipeline(folder);
        pipeline.addInput();
        Process killed = start(pipeline);
        awaitAllRows(pipeline, killed);
        pipeline.addInput();
        awaitAllRows(pipeline, killed);
        pipeline.addInput();
        assertThat(killed.waitFor(700, TimeUnit.MILLISECONDS)).isFalse();
        killed.destroyForcibly().waitFor();
        pipeline.checkNothingIsDoubled();

        pipeline.addInput();
        Process stopped = start(pipeline);
        awaitAllRows(pipeline, stopped);
        pipeline.addInput();
        awaitAllRows(pipeline, stopped);
        assertThat(new ProcessBuilder("kill", "-TERM", "" + stopped.pid()).start().waitFor())
                .isZero();
        assertThat(stopped.waitFor(2, TimeUnit.MINUTES)).isTrue();
        String output = Files.readString(pipeline.log());
        assertThat(stopped.exitValue()).as(output).isEqualTo(143);
        assertThat(output).contains("\"status\":\"CANCELED\"");
        pipeline.checkAll();
    }

    private static Process start(CrashPipeline pipeline) throws Exception {
        return pipeline.run(
                Map.of(), "--continuous", "--trigger-interval", "300ms", "--format", "json");
    }

    private static void awaitAllRows(CrashPipeline pipeline, Process process) throws Exception {
        while (true) {
            try {
                pipeline.checkTables();
                return;
            } catch (AssertionError e) {
                assertThat(process.waitFor(300, TimeUnit.MILLISECONDS))
                        .as(Files.readString(pipeline.log()))
                        .isFalse();
            }
        }
    }
}
