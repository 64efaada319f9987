/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.LeaseHolder;
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
import org.apache.spark.SparkContext$;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The updates of a Spark application: every session of it sees them and may stop them. Those that
 * no statement waits for go on when the session that began them ends, and are remembered for a
 * while; those that a statement waits for are here as long as they run.
 */
final class UpdateRuns {

    static final StructType SCHEMA =
            StructType.fromDDL(
                    """
                    run_id STRING, pipeline STRING, status STRING, started TIMESTAMP,
                    ended TIMESTAMP, update_id STRING, completed_flows INT, flows INT, message STRING
                    """);

    /** Runs that have ended are forgotten when there are more than this. */
    private static final int MOST_KEPT = 200;

    private static final Map<SparkContext, UpdateRuns> APPLICATIONS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private static final String TAGS = SparkContext$.MODULE$.SPARK_JOB_TAGS();

    private final Map<String, Run> runs = new LinkedHashMap<>();

    private UpdateRuns() {}

    private static UpdateRuns of(SparkSession session) {
        return APPLICATIONS.computeIfAbsent(session.sparkContext(), context -> new UpdateRuns());
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
        Run run = new Run(pipeline, Optional.empty(), List.of());
        // The job group and tags of the statement are thread locals that would be inherited.
        Thread thread =
                new Thread(
                        null,
                        () -> {
                            Sessions.activate(session);
                            run.executeAlone(update);
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

    /**
     * Runs one that the calling statement waits for.
     *
     * @param statement hears of it too
     * @param update runs it on this thread, which is interrupted to stop it
     */
    static UpdateResult attend(
            SparkSession session,
            String pipeline,
            UpdateListener statement,
            Function<UpdateListener, UpdateResult> update) {
        String tags = session.sparkContext().getLocalProperty(TAGS);
        Run run =
                new Run(
                        pipeline,
                        Optional.of(statement),
                        tags == null ? List.of() : List.of(tags.split(",")));
        run.thread = Thread.currentThread();
        UpdateRuns application = of(session);
        application.add(run);
        try {
            return run.execute(update);
        } finally {
            application.remove(run);
            if (run.wasAskedToStop()) {
                // That was for the update, not for what the client does next on this thread.
                boolean unused = Thread.interrupted();
            }
        }
    }

    private synchronized void remove(Run run) {
        runs.remove(run.id);
    }

    /**
     * How to stop the update that keeps others from running.
     *
     * @param holder the update, as the lease of the pipeline names it; empty when it is too young
     * @return empty when none of this process does
     */
    static Optional<String> howToStop(String pipeline, Optional<LeaseHolder> holder) {
        List<UpdateRuns> applications;
        synchronized (APPLICATIONS) {
            applications = List.copyOf(APPLICATIONS.values());
        }
        return applications.stream()
                .flatMap(application -> application.all().stream())
                .filter(run -> run.isUpdate(pipeline, holder.map(LeaseHolder::updateId)))
                .findFirst()
                .map(Run::howToStop);
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
     * Stops what runs under an id, or all runs of a pipeline, or of statements whose jobs have a
     * tag, and waits for the end.
     *
     * @return what was stopped; empty when nothing runs under that name
     */
    static List<Row> stop(SparkSession session, String name) {
        List<Run> stopped =
                of(session).all().stream()
                        .filter(run -> !run.hasEnded())
                        .filter(run -> run.isCalled(name))
                        .toList();
        stopped.forEach(Run::stop);
        stopped.forEach(Run::awaitEnd);
        return stopped.stream().map(Run::row).toList();
    }

    /** One of them. */
    private static final class Run implements UpdateListener {

        private final String id = UUID.randomUUID().toString();
        private final String pipeline;
        private final Optional<UpdateListener> statement;
        private final List<String> tags;
        private final Instant started = Instant.now();
        private Thread thread;
        private String status = "STARTING";
        private boolean askedToStop;
        private Optional<Instant> ended = Optional.empty();
        private String updateId;
        private int flows;
        private final Map<String, FlowStatus> finished = new LinkedHashMap<>();
        private String message;
        private StatementException failure;

        /**
         * @param statement what the statement that waits for it hears; empty when none does
         * @param tags of the statement's jobs
         */
        Run(String pipeline, Optional<UpdateListener> statement, List<String> tags) {
            this.pipeline = pipeline;
            this.statement = statement;
            this.tags = tags;
        }

        /** What it says when it is refused or fails is kept for those who ask. */
        void executeAlone(Function<UpdateListener, UpdateResult> update) {
            try {
                var unused = execute(update);
            } catch (StatementException e) {
                return;
            }
        }

        UpdateResult execute(Function<UpdateListener, UpdateResult> update) {
            try {
                UpdateResult result = update.apply(this);
                end(result.status(), null, null);
                return result;
            } catch (StatementException e) {
                boolean canceled = Problems.isCancellation(e);
                end(
                        canceled ? UpdateStatus.CANCELED : UpdateStatus.FAILED,
                        e.getMessage(),
                        canceled ? null : e);
                throw e;
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
                askedToStop = true;
                thread.interrupt();
            }
        }

        synchronized boolean wasAskedToStop() {
            return askedToStop;
        }

        synchronized boolean isCalled(String name) {
            return id.equals(name)
                    || name.equals(updateId)
                    || pipeline.equalsIgnoreCase(name)
                    || tags.contains(name);
        }

        /** Whether it is an update, whose id is known only after it has taken the lease. */
        synchronized boolean isUpdate(String ofPipeline, Optional<String> update) {
            return !hasEnded()
                    && (updateId == null
                            ? pipeline.equals(ofPipeline)
                            : update.equals(Optional.of(updateId)));
        }

        String howToStop() {
            String stop = "STOP PIPELINE '" + pipeline + "'";
            return statement.isPresent()
                    ? "a statement of this Spark still runs it, even if its client waits no more: "
                            + stop
                            + " stops it from any session, spark.interruptAll() from its own"
                    : "it runs in the background of this Spark: " + stop + " stops it";
        }

        @Override
        public void updateStarted(String update, int count) {
            synchronized (this) {
                updateId = update;
                flows = count;
                status = status.equals("STARTING") ? "RUNNING" : status;
                notifyAll();
                if (askedToStop) {
                    // What prepares the update may have kept the interrupt to itself.
                    thread.interrupt();
                }
            }
            statement.ifPresent(next -> next.updateStarted(update, count));
        }

        @Override
        public synchronized void flowChanged(FlowResult flow) {
            if (flow.status().compareTo(FlowStatus.COMPLETED) >= 0) {
                finished.put(flow.target() + "\n" + flow.name(), flow.status());
            }
        }

        @Override
        public void warning(String text) {
            statement.ifPresent(next -> next.warning(text));
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
