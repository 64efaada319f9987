/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.spark.cli.Millrace;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * What tables cost that have nothing to do: an update of 200 tables without new input against one
 * of a pipeline without tables. In a warm process, and as calls of the command line.
 */
public final class IdleBenchmark {

    private static final int STREAMS = 150;
    private static final int VIEWS = 50;
    private static final int WARM_UPS = 3;
    private static final int REPEATS = 5;

    private IdleBenchmark() {}

    /**
     * Arguments: an empty folder. Prints the medians of the empty and of the idle update, of wall
     * time and of processor time.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        Path home = folder.resolve("home");
        Path empty = emptyProject(folder);
        Path large = largeProject(folder);
        SparkSession session = PipelineSession.builder().home(home).start();
        session.sparkContext().setLogLevel("OFF");
        try {
            run(large, home);
            for (int i = 0; i < WARM_UPS; i++) {
                run(empty, home);
                run(large, home);
            }
            List<Long> emptyTimes = new ArrayList<>();
            List<Long> idleTimes = new ArrayList<>();
            List<Long> emptyWork = new ArrayList<>();
            List<Long> idleWork = new ArrayList<>();
            for (int i = 0; i < REPEATS; i++) {
                long begun = cpu();
                emptyTimes.add(run(empty, home));
                long between = cpu();
                idleTimes.add(run(large, home));
                emptyWork.add(between - begun);
                idleWork.add(cpu() - between);
            }
            System.out.println(
                    "RESULT %d %d %d %d"
                            .formatted(
                                    median(emptyTimes),
                                    median(idleTimes),
                                    median(emptyWork),
                                    median(idleWork)));
        } finally {
            session.stop();
        }
    }

    /** Wall time of a call of the command line in milliseconds. */
    static long call(Path launcher, Path project, Path home) throws Exception {
        var builder =
                new ProcessBuilder(
                                launcher.toString(),
                                "run",
                                project.toString(),
                                "--home",
                                home.toString())
                        .redirectErrorStream(true);
        Path log = home.resolveSibling("call.log");
        builder.redirectOutput(log.toFile());
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(
                    "run ended with " + status + ": " + Files.readString(log));
        }
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static long run(Path project, Path home) {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        long start = System.nanoTime();
        int status =
                Millrace.run(
                        nowhere, System.err, "run", project.toString(), "--home", home.toString());
        if (status != 0) {
            throw new IllegalStateException("run ended with " + status);
        }
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** Milliseconds of processor time of this process so far. */
    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
                / 1_000_000;
    }

    static Path emptyProject(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("empty.sql"), "CREATE VIEW nothing AS SELECT 1 AS id;\n");
    }

    static Path largeProject(Path folder) throws IOException {
        var sql = new StringBuilder("CREATE STREAMING TABLE base;\n");
        sql.append("CREATE FLOW fill AS INSERT INTO ONCE base BY NAME SELECT id FROM range(10);\n");
        for (int i = 1; i < STREAMS; i++) {
            sql.append(
                    "CREATE STREAMING TABLE s_%d AS SELECT id, id + %d AS more FROM STREAM base;%n"
                            .formatted(i, i));
        }
        for (int i = 0; i < VIEWS; i++) {
            sql.append(
                    "CREATE MATERIALIZED VIEW v_%d AS SELECT sum(more) AS n FROM s_%d;%n"
                            .formatted(i, i + 1));
        }
        return Files.writeString(folder.resolve("large.sql"), sql);
    }

    private static long median(List<Long> values) {
        List<Long> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
