/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.Sessions;
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
import java.util.function.BooleanSupplier;
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
     * Begins one. Its jobs do not belong to the statement that begins it: who cancels or closes
     * that one, or all that the session runs, does not stop them.
     *
     * @param session the update's own
     * @param update runs it, and is interrupted to stop it
     * @return the row that tells of it
     * @throws StatementException when it was refused, or the statement was canceled meanwhile
     */
    static Row start(
            SparkSession session, String pipeline, Function<UpdateListener, UpdateResult> update) {
        Run run = new Run(pipeline);
        // The job group and tags of the statement are thread locals that would be inherited.
        Thread thread =
                new Thread(
                        null,
                        () -> {
                            Sessions.activate(session);
                            run.execute(update);
                        },
                        "millrace-run-" + run.id,
                        0,
                        false);
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        thread.setDaemon(true);
        run.thread = thread;
        of(session).add(run);
        thread.start();
        if (!run.awaitBegin()) {
            // Nobody has heard of its id.
            run.stop();
            throw Problems.canceled(pipeline);
        }
        run.refusal()
                .ifPresent(
                        refused -> {
                            throw refused;
                        });
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
        stopped.forEach(Run::stop);
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
        private StatementException failure;

        Run(String pipeline) {
            this.pipeline = pipeline;
        }

        void execute(Function<UpdateListener, UpdateResult> update) {
            try {
                UpdateResult result = update.apply(this);
                end(result.status(), null, null);
            } catch (StatementException e) {
                boolean canceled =
                        e.condition().equals(RunErrorCode.MILLRACE_UPDATE_CANCELED.name());
                end(
                        canceled ? UpdateStatus.CANCELED : UpdateStatus.FAILED,
                        e.getMessage(),
                        canceled ? null : e);
            } catch (Throwable e) {
                // Scala does not declare what it throws.
                end(UpdateStatus.FAILED, e.toString(), null);
                throw e;
            }
        }

        /** Asks it to end. */
        synchronized void stop() {
            if (!hasEnded()) {
                status = "STOPPING";
                thread.interrupt();
            }
        }

        @Override
        public synchronized void updateStarted(String update, int count) {
            updateId = update;
            flows = count;
            status = status.equals("STARTING") ? "RUNNING" : status;
            notifyAll();
        }

        @Override
        public synchronized void flowChanged(FlowResult flow) {
            if (flow.status().compareTo(FlowStatus.COMPLETED) >= 0) {
                finished.put(flow.target() + "\n" + flow.name(), flow.status());
            }
        }

        private synchronized void end(
                UpdateStatus newStatus, String newMessage, StatementException newFailure) {
            status = newStatus.name();
            message = newMessage;
            failure = newFailure;
            ended = Optional.of(Instant.now());
            notifyAll();
        }

        synchronized boolean hasEnded() {
            return ended.isPresent();
        }

        /** Whether it was refused is worth waiting for; false when the wait was interrupted. */
        synchronized boolean awaitBegin() {
            return await(() -> updateId != null || ended.isPresent());
        }

        /** Why nothing was begun. */
        synchronized Optional<StatementException> refusal() {
            return updateId == null ? Optional.ofNullable(failure) : Optional.empty();
        }

        synchronized void awaitEnd() {
            var unused = await(() -> ended.isPresent());
        }

        private boolean await(BooleanSupplier condition) {
            try {
                while (!condition.getAsBoolean()) {
                    wait();
                }
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
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
