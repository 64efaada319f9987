/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.event.DataQuality;
import io.millrace.spark.event.FlowCounts;
import io.millrace.spark.event.StreamProgress;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.flow.FlowSettings;
import io.millrace.spark.execution.flow.OnceMark;
import io.millrace.spark.execution.flow.SinkTarget;
import io.millrace.spark.execution.report.FlowOutcome;
import io.millrace.spark.execution.resolve.SinkModes;
import io.millrace.spark.execution.stream.BatchReports;
import io.millrace.spark.execution.stream.FlowBatches;
import io.millrace.spark.execution.stream.FlowFailure;
import io.millrace.spark.execution.stream.FlowStream;
import io.millrace.spark.execution.stream.StreamNotes;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.expectation.Judgements;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.sink.SinkBatch;
import io.millrace.spark.sink.SinkException;
import io.millrace.spark.sink.SinkRecord;
import io.millrace.spark.sink.StreamSink;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceConfigurationError;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Flows into sinks: a streaming query with a checkpoint of its own, or one batch. Each batch has a
 * mark, and a sink that keeps marks takes no batch twice.
 */
final class SinkRunner implements FlowRunner {

    @Override
    public FlowOutcome run(FlowRun run) throws InterruptedException {
        if (run.flow().once()) {
            return once(run);
        }
        if (FlowStream.isIdle(run)) {
            return FlowOutcome.idle();
        }
        return StreamSink.isFor(run.sinkTarget().sink()) ? byItself(run) : byBatches(run);
    }

    /** Notes that the flow has written; from then on it must have its checkpoint. */
    private static void note(FlowRun run) {
        SinkRecord record = run.sinkTarget().record();
        if (record.read().isEmpty()) {
            record.write(0);
        }
    }

    private static FlowOutcome byBatches(FlowRun run) throws InterruptedException {
        SinkBatches batches = new SinkBatches(run);
        StreamingQuery stream =
                FlowStream.toEnd(
                        run,
                        () -> {
                            SparkSession session = FlowStream.openSession(run);
                            JudgedQuery judged = run.plan(session);
                            batches.judgedBy(judged.rules());
                            return FlowStream.start(
                                    judged.query().data(),
                                    mode(run, judged),
                                    judged.query(),
                                    batches);
                        });
        StreamNotes.of(stream, run.resolved()).forEach(run::note);
        return FlowOutcome.completed(batches.total.get(), batches.count())
                .withQuality(batches.quality());
    }

    private static OutputMode mode(FlowRun run, JudgedQuery judged) {
        return SinkModes.choose(run.flow(), judged.query(), run.sinkTarget().sink());
    }

    /** Structured Streaming writes, and what it has written is told by the query afterwards. */
    private static FlowOutcome byItself(FlowRun run) throws InterruptedException {
        BatchReports reports = new BatchReports(run);
        AtomicLong total = new AtomicLong();
        Consumer<StreamProgress> ran =
                progress -> {
                    if (reports.count() == 0) {
                        note(run);
                    }
                    long rows = rows(progress);
                    total.addAndGet(rows);
                    reports.report(progress.batchId(), FlowCounts.rows(rows));
                };
        try {
            StreamingQuery stream = FlowStream.toEnd(run, () -> start(run, reports), ran);
            StreamNotes.of(stream, run.resolved()).forEach(run::note);
        } catch (FlowFailure e) {
            throw new SinkException(run.flow().target().last(), e);
        }
        return FlowOutcome.completed(total.get(), reports.count()).withQuality(reports.quality());
    }

    private static StreamingQuery start(FlowRun run, BatchReports reports) {
        SparkSession session = FlowStream.openSession(run);
        JudgedQuery judged = run.plan(session);
        reports.judgedBy(judged.rules());
        CommitFences.check(run.session());
        return new StreamSink(run.sinkTarget().sink())
                .start(
                        judged.query().data(),
                        FlowStream.name(run),
                        run.checkpoint().folder(),
                        mode(run, judged),
                        run.trigger());
    }

    /** What the sink counted; many do not, and then what was read has to do. */
    private static long rows(StreamProgress progress) {
        return progress.outputRows()
                .orElseGet(
                        () ->
                                progress.sources().stream()
                                        .mapToLong(StreamProgress.Source::inputRows)
                                        .sum());
    }

    private static FlowOutcome once(FlowRun run) {
        SinkTarget target = run.sinkTarget();
        OnceMark mark =
                new OnceMark(
                        target.application(run.flow(), "once"), OnceMark.version(run.resolved()));
        Optional<Long> done = done(run, mark);
        if (done.isPresent()) {
            mark.warning(run.flow(), done.get()).ifPresent(run.warning());
            return FlowOutcome.idle();
        }
        SparkSession session =
                run.openSession(FlowSettings.forSources(run.session(), run.resolved().sources()));
        JudgedQuery judged = run.plan(session);
        Failpoints.hit("sink.before-write");
        // Delta cannot hand a table with deletion vectors to a writer of Spark's second interface.
        Judged rows = judged(MicroBatch.rows(judged.query().data()), judged.rules());
        long written = write(run, session, rows.rows(), mark.mark());
        Failpoints.hit("sink.after-write");
        target.record().write(mark.version());
        return FlowOutcome.completed(written, 1).withQuality(rows.quality(judged.rules()));
    }

    /** What a done flow has run; the record may be behind the sink. */
    private static Optional<Long> done(FlowRun run, OnceMark mark) {
        SinkRecord record = run.sinkTarget().record();
        Optional<SinkRecord.Written> written = record.read();
        if (written.isPresent()) {
            return written.map(SinkRecord.Written::version);
        }
        OptionalLong last =
                asking(run, sink -> sink.batches().lastMark(run.session(), mark.application()));
        if (last.isEmpty()) {
            return Optional.empty();
        }
        record.write(last.getAsLong());
        return Optional.of(last.getAsLong());
    }

    private static long write(
            FlowRun run, SparkSession session, Dataset<Row> rows, TableWrite.Mark mark) {
        CommitFences.check(run.session());
        return asking(run, sink -> sink.batches().write(new SinkBatch(session, rows, mark)));
    }

    /** What the sink answers; an error of it is told as its own. */
    private static <T> T asking(FlowRun run, Function<SinkTarget, T> question) {
        try {
            return question.apply(run.sinkTarget());
        } catch (QueryException e) {
            throw e;
        } catch (Exception | LinkageError | ServiceConfigurationError e) {
            // Scala does not declare what it throws.
            throw new SinkException(run.flow().target().last(), e);
        }
    }

    /**
     * Rows that have been looked at before they are handed to a sink, which cannot give them back.
     *
     * @param quality what was found in them; empty when they are looked at as they are written
     */
    private record Judged(Dataset<Row> rows, Optional<DataQuality> quality) {

        DataQuality quality(Judgements rules) {
            DataQuality found = rules.take();
            return quality.orElse(found);
        }
    }

    private static Judged judged(Dataset<Row> rows, Judgements rules) {
        if (!rules.mayFail()) {
            return new Judged(rows, Optional.empty());
        }
        Dataset<Row> pinned = rows.localCheckpoint(true);
        rules.check();
        return new Judged(pinned, Optional.of(rules.take()));
    }

    /** Writes the micro-batches of a flow. */
    private static final class SinkBatches extends FlowBatches {
        private final AtomicLong total = new AtomicLong();

        SinkBatches(FlowRun run) {
            super(run);
        }

        @Override
        public void write(SparkSession session, long batchId, Dataset<Row> data) {
            TableWrite.Mark mark =
                    new TableWrite.Mark(
                            run().sinkTarget().application(run().flow(), "sink/" + query(session)),
                            batchId);
            Failpoints.hit("sink.before-write");
            Judged rows = judged(MicroBatch.rows(data), rules());
            long written = SinkRunner.write(run(), session, rows.rows(), mark);
            Failpoints.hit("sink.after-write");
            if (count() == 0) {
                note(run());
            }
            total.addAndGet(written);
            report(batchId, FlowCounts.rows(written), rows.quality(rules()));
        }
    }
}
