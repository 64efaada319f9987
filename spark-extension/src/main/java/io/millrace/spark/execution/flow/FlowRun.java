/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.cdc.CdcSpec;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.report.FlowProgress;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.expectation.JudgedQuery;
import io.millrace.spark.secret.Secrets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A flow in an update: what a runner needs.
 *
 * @param session the update's session: for looking, not for running queries
 * @param resolved the query over placeholders: tells what it reads
 * @param cdc the clauses of an AUTO CDC flow
 * @param planner plans the query over the real tables
 * @param dataset where the rows go
 * @param table the same as a table; empty for sinks
 * @param sink the same as a sink; empty for tables
 * @param sideTables where rows go that the target's rules keep out
 * @param replaceWhere the condition of a refresh in the place of a REPLACE WHERE flow's own
 * @param alone whether no other flow writes the target
 * @param checkpoint the flow's checkpoint
 * @param forced whether to do the work even if nothing seems to have changed
 * @param publish puts the target into the catalog again, after its columns have changed
 * @param warning told what the user should read
 * @param progress told of each micro-batch
 * @param interval how often a stream looks for new data that goes on until it is stopped; empty for
 *     one that ends when it has read what is there
 * @param tables tells of the Delta table at a path as it was when this try began, or a moment
 *     before: to find out whether there is something new
 */
public record FlowRun(
        SparkSession session,
        Flow flow,
        PlannedQuery resolved,
        Optional<CdcSpec> cdc,
        QueryPlanner planner,
        Dataset dataset,
        Optional<TableTarget> table,
        Optional<SinkTarget> sink,
        List<TableTarget> sideTables,
        Optional<String> replaceWhere,
        boolean alone,
        FlowCheckpoint checkpoint,
        boolean forced,
        Runnable publish,
        Consumer<String> warning,
        FlowProgress progress,
        Optional<Duration> interval,
        Function<String, Optional<TableSnapshot>> tables) {

    /** Where the rows go, for flows into tables. */
    public TableTarget target() {
        return table.orElseThrow();
    }

    /** Where the rows go, for flows into sinks. */
    public SinkTarget sinkTarget() {
        return sink.orElseThrow();
    }

    /** Whether the table is as it shall be without any write, its generation included. */
    public boolean hasNoPendingChange() {
        TableTarget target = target();
        if (target.hasNoPendingChange()) {
            return true;
        }
        boolean reached =
                target.pendingChange().isEmpty() && target.has(session, target.generationMark());
        if (reached) {
            target.written();
        }
        return reached;
    }

    /** Tells the user something about the flow that stops nothing. */
    public void note(String text) {
        warning.accept(StreamTexts.flow(flow) + " " + text);
    }

    /** The mark that the flow leaves in its table when it runs once. */
    public OnceMark onceMark() {
        return new OnceMark(target().application(flow, "once"), OnceMark.version(resolved));
    }

    /** When a streaming query begins its micro-batches. */
    public Trigger trigger() {
        return interval.map(every -> Trigger.ProcessingTime(every.toMillis()))
                .orElseGet(Trigger::AvailableNow);
    }

    /** Plans the query over the real tables, together with the rules that its rows meet. */
    public JudgedQuery plan(SparkSession own) {
        return plan(own, Optional.empty());
    }

    /**
     * The same with rules that are not for all rows.
     *
     * @param applies which rows are judged
     */
    public JudgedQuery plan(SparkSession own, Optional<String> applies) {
        return JudgedQuery.plan(
                own,
                planner,
                flow,
                dataset,
                applies,
                sideTables.stream().map(TableTarget::sideTable).toList(),
                CommitFences.name(session));
    }

    /** A session for the flow's own work, with the settings of the engine, then the flow's. */
    public SparkSession openSession(Map<String, String> engineSettings) {
        Map<String, String> settings = new HashMap<>(engineSettings);
        settings.putAll(Secrets.of(session).resolve(flow.sparkConf()));
        return Sessions.cloneWith(session, settings);
    }
}
