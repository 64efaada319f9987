/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.catalyst.statement.StatementException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Updates that no statement waits for. They belong to the Spark application: every session of it
 * sees them and may stop them, and they go on when the session that began them ends.
 */
final class BackgroundRuns {

    static final StructType SCHEMA =
            StructType.fromDDL(
                    """
                    run_id STRING, pipeline STRING, status STRING, started TIMESTAMP,
                    ended TIMESTAMP, update_id STRING, completed_flows INT, flows INT, message STRING
                    """);

    /** Runs that have ended are forgotten when there are more than this. */
    private static final int MOST_KEPT = 200;

    private static final Map<SparkContext, BackgroundRuns> APPLICATIONS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<String, Run> runs = new LinkedHashMap<>();

    private BackgroundRuns() {}

    private static BackgroundRuns of(SparkSession session) {
        return APPLICATIONS.computeIfAbsent(
                session.sparkContext(), context -> new BackgroundRuns());
    }

    /**
     * Begins one.
     *
     * @param update runs it, and is interrupted to stop it
     * @return the row that tells of it
     */
    static Row start(
            SparkSession session, String pipeline, Function<UpdateListener, UpdateResult> update) {
        Run run = new Run(pipeline);
        Thread thread = new Thread(() -> run.execute(update), "millrace-run-" + run.id);
        thread.setDaemon(true);
        run.thread = thread;
        of(session).add(run);
        thread.start();
        run.awaitBegin();
        return run.row();
    }

    private synchronized void add(Run run) {
        List<String> ended =
                runs.values().stream().filter(Run::hasEnded).map(known -> known.id).toList();
        ended.stream().limit(Math.max(0, runs.size() - MOST_KEPT)).forEach(runs::remove);
        runs.put(run.id, run);
    }

    /** All that are known, the latest first. */
    static List<Row> rows(SparkSession session) {
        List<Run> all = of(session).all();
        Collections.reverse(all);
        return all.stream().map(Run::row).toList();
    }

    private synchronized List<Run> all() {
        return new ArrayList<>(runs.values());
    }

    /**
     * Stops what runs under an id, or all runs of a pipeline, and waits for the end.
     *
     * @return what was stopped; empty when nothing runs under that name
     */
    static List<Row> stop(SparkSession session, String idOrPipeline) {
        List<Run> stopped =
                of(session).all().stream()
                        .filter(run -> !run.hasEnded())
                        .filter(
                                run ->
                                        run.id.equals(idOrPipeline)
                                                || run.pipeline.equalsIgnoreCase(idOrPipeline))
                        .toList();
        stopped.forEach(run -> run.thread.interrupt());
        stopped.forEach(Run::awaitEnd);
        return stopped.stream().map(Run::row).toList();
    }

    /** One of them. */
    private static final class Run implements UpdateListener {

        private final String id = UUID.randomUUID().toString();
        private final String pipeline;
        private final Instant started = Instant.now();
        private Thread thread;
        private String status = "STARTING";
        private Optional<Instant> ended = Optional.empty();
        private String updateId;
        private int flows;
        private final Map<String, FlowStatus> finished = new LinkedHashMap<>();
        private String message;

        Run(String pipeline) {
            this.pipeline = pipeline;
        }

        void execute(Function<UpdateListener, UpdateResult> update) {
            try {
                UpdateResult result = update.apply(this);
                end(result.status().name(), null);
            } catch (StatementException e) {
                boolean canceled = Thread.currentThread().isInterrupted();
                end(canceled ? "CANCELED" : "FAILED", e.getMessage());
            } catch (RuntimeException | Error e) {
                end("FAILED", e.toString());
                throw e;
            }
        }

        @Override
        public synchronized void updateStarted(String update, int count) {
            updateId = update;
            flows = count;
            status = "RUNNING";
            notifyAll();
        }

        @Override
        public synchronized void flowChanged(FlowResult flow) {
            if (flow.status().compareTo(FlowStatus.COMPLETED) >= 0) {
                finished.put(flow.target() + "\n" + flow.name(), flow.status());
            }
        }

        private synchronized void end(String newStatus, String newMessage) {
            status = newStatus;
            message = newMessage;
            ended = Optional.of(Instant.now());
            notifyAll();
        }

        synchronized boolean hasEnded() {
            return ended.isPresent();
        }

        /** Whether it was refused is worth waiting for. */
        synchronized void awaitBegin() {
            await(() -> updateId != null || ended.isPresent());
        }

        synchronized void awaitEnd() {
            await(() -> ended.isPresent());
        }

        private void await(java.util.function.BooleanSupplier condition) {
            try {
                while (!condition.getAsBoolean()) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        synchronized Row row() {
            return RowFactory.create(
                    id,
                    pipeline,
                    status,
                    Timestamp.from(started),
                    ended.map(Timestamp::from).orElse(null),
                    updateId,
                    finished.size(),
                    flows,
                    message);
        }
    }
}
