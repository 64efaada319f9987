/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;

/**
 * One rival and one scenario in a process of its own: warm-up, first run, a run with nothing new.
 */
public final class StreamBenchmark {

    private StreamBenchmark() {}

    /** Arguments: rival, scenario, an empty folder. Prints the two times in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        Rival rival = Rival.named(arguments[0]);
        Scenario scenario = Scenario.named(arguments[1]);
        Path folder = Path.of(arguments[2]).toAbsolutePath();
        SparkSession session = rival.session(folder);
        session.sparkContext().setLogLevel("OFF");
        try {
            Scenario.WARM_UP.prepare(session, folder.resolve("warm-up"));
            rival.update(session, Scenario.WARM_UP, folder);
            rival.update(session, Scenario.WARM_UP, folder);
            scenario.prepare(session, folder.resolve("input"));
            System.gc();
            long first = time(rival, session, scenario, folder);
            check(session, scenario);
            long idle = time(rival, session, scenario, folder);
            check(session, scenario);
            System.out.println("RESULT " + first + " " + idle);
        } finally {
            session.stop();
        }
    }

    private static long time(Rival rival, SparkSession session, Scenario scenario, Path folder)
            throws Exception {
        long start = System.nanoTime();
        long work = cpu();
        rival.update(session, scenario, folder);
        long time = (System.nanoTime() - start) / 1_000_000;
        System.err.println("wall " + time + " ms, processor " + (cpu() - work) + " ms");
        return time;
    }

    /** Milliseconds of processor time: what other programs take does not count. */
    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
                / 1_000_000;
    }

    /** The work was done, and done once. */
    private static void check(SparkSession session, Scenario scenario) {
        Step last = scenario.steps().get(scenario.steps().size() - 1);
        long wanted = session.table(scenario.source()).count();
        long found = session.table(last.target()).count();
        if (found != wanted) {
            throw new IllegalStateException(
                    last.target() + " has " + found + " rows instead of " + wanted);
        }
    }
}
