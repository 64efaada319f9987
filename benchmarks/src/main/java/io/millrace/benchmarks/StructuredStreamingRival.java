/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A program written by hand: a streaming query for each table, sixteen at once where they can be.
 */
final class StructuredStreamingRival implements Rival {

    private static final int AT_ONCE = 16;

    @Override
    public SparkSession session(Path folder) {
        return PlainSession.start(folder);
    }

    @Override
    public void update(SparkSession session, Scenario scenario, Path folder) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> running = new ArrayList<>();
            Set<String> targets = new HashSet<>();
            for (Step step : scenario.steps()) {
                if (targets.contains(step.source())) {
                    await(running);
                }
                targets.add(step.target());
                running.add(
                        threads.submit(
                                () -> {
                                    run(session, step, folder);
                                    return null;
                                }));
            }
            await(running);
        } finally {
            threads.shutdown();
        }
    }

    private static void await(List<Future<?>> running) throws Exception {
        for (Future<?> future : running) {
            future.get();
        }
        running.clear();
    }

    private static void run(SparkSession session, Step step, Path folder) throws Exception {
        session.readStream()
                .table(step.source())
                .selectExpr(step.columns().toArray(new String[0]))
                .writeStream()
                .format("delta")
                .option(
                        "checkpointLocation",
                        folder.resolve("checkpoints/" + step.target()).toString())
                .trigger(Trigger.AvailableNow())
                .toTable(step.target())
                .awaitTermination();
    }
}
