/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.millrace.spark.cli.Millrace;
import io.millrace.spark.session.PipelineSession;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;

/**
 * What rules cost: a flow from one Delta table into another, with ten expectations and without. The
 * two take turns in one warm process, so that both see the same machine.
 */
public final class ExpectationBenchmark {

    private static final long ROWS = 3_000_000;
    private static final int WARM_UPS = 4;
    private static final int REPEATS = 9;

    private static final List<String> CONDITIONS =
            List.of(
                    "id IS NOT NULL",
                    "customer > 0",
                    "amount > 0",
                    "amount < 1000000",
                    "country IN ('de', 'fr', 'it')",
                    "length(name) > 3",
                    "placed_on >= DATE'2020-01-01'",
                    "name LIKE 'customer%'",
                    "amount * 2 > amount",
                    "id % 1000 <> 7");

    private ExpectationBenchmark() {}

    /**
     * Arguments: an empty folder. Prints the medians of wall and processor time in milliseconds:
     * plain, then with rules.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]).toAbsolutePath();
        Path home = folder.resolve("home");
        Path plain = project(folder, "plain", "");
        Path rules =
                project(
                        folder,
                        "rules",
                        IntStream.range(0, CONDITIONS.size())
                                .mapToObj(
                                        i ->
                                                "CONSTRAINT r%d EXPECT (%s)%s"
                                                        .formatted(
                                                                i,
                                                                CONDITIONS.get(i),
                                                                i == 9
                                                                        ? " ON VIOLATION DROP ROW"
                                                                        : ""))
                                .collect(Collectors.joining(", ", " (", ")")));
        SparkSession session = PipelineSession.builder().home(home).start();
        session.sparkContext().setLogLevel("OFF");
        try {
            session.range(ROWS)
                    .selectExpr(
                            "id",
                            "id % 5000 + 1 AS customer",
                            "CAST(id % 900 + 1 AS DOUBLE) AS amount",
                            "element_at(array('de', 'fr', 'it'), CAST(id % 3 AS INT) + 1) AS country",
                            "concat('customer ', id % 5000) AS name",
                            "date_add(DATE'2024-01-01', CAST(id % 300 AS INT)) AS placed_on")
                    .write()
                    .format("delta")
                    .saveAsTable("orders_in");
            List<long[]> plainTimes = new ArrayList<>();
            List<long[]> ruleTimes = new ArrayList<>();
            for (int i = 0; i < WARM_UPS + REPEATS; i++) {
                long[] without = run(plain, home);
                long[] with = run(rules, home);
                if (i >= WARM_UPS) {
                    plainTimes.add(without);
                    ruleTimes.add(with);
                }
            }
            System.out.println(
                    "RESULT %d %d %d %d"
                            .formatted(
                                    median(plainTimes, 0),
                                    median(ruleTimes, 0),
                                    median(plainTimes, 1),
                                    median(ruleTimes, 1)));
        } finally {
            session.stop();
        }
    }

    private static Path project(Path folder, String name, String rules) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".sql"),
                "CREATE STREAMING TABLE orders_%s%s AS SELECT * FROM STREAM orders_in;%n"
                        .formatted(name, rules));
    }

    /** Wall time and processor time of an update that reads everything. */
    private static long[] run(Path project, Path home) {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        long start = System.nanoTime();
        long work = cpu();
        int status =
                Millrace.run(
                        nowhere,
                        System.err,
                        "run",
                        project.toString(),
                        "--home",
                        home.toString(),
                        "--full-refresh-all");
        if (status != 0) {
            throw new IllegalStateException("run ended with " + status);
        }
        return new long[] {(System.nanoTime() - start) / 1_000_000, cpu() - work};
    }

    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
                / 1_000_000;
    }

    private static long median(List<long[]> times, int which) {
        List<Long> sorted = times.stream().map(time -> time[which]).sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
