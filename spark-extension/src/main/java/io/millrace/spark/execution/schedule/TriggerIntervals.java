/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.schedule;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.ContinuousMode;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.TriggerInterval;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * How often the flows of a continuous update look for new data. The first of: what the update was
 * asked for, {@code pipelines.trigger.interval} of the flow, of its dataset, of the session, the
 * dialect's defaults.
 */
public final class TriggerIntervals {

    private static final String KEY = "pipelines.trigger.interval";
    private static final Duration STREAM = Duration.ofSeconds(5);
    private static final Duration OVER_TABLES = Duration.ofMinutes(1);
    private static final Duration OVER_OTHERS = Duration.ofMinutes(10);

    private final SparkSession session;
    private final FlowGraph graph;
    private final ContinuousMode mode;

    public TriggerIntervals(SparkSession session, FlowGraph graph, ContinuousMode mode) {
        this.session = session;
        this.graph = graph;
        this.mode = mode;
    }

    /** The settings that are no intervals. */
    public List<RunDiagnostic> problems() {
        List<RunDiagnostic> problems = new ArrayList<>();
        for (Flow flow : graph.flows()) {
            try {
                if (flow.kind() != FlowKind.VIEW) {
                    var unused = set(flow);
                }
            } catch (QueryException e) {
                problems.add(
                        new RunDiagnostic(
                                e.condition(),
                                e.getMessage(),
                                e.hint(),
                                Optional.of(graph.displayName(flow.target())),
                                Optional.of(flow.name()),
                                Optional.empty(),
                                Optional.of(flow.place())));
            }
        }
        return problems;
    }

    /** The interval of each flow that is run. */
    public Map<Flow, Duration> of(ResolvedGraph resolved) {
        Map<Flow, Duration> intervals = new HashMap<>();
        for (Flow flow : graph.flows()) {
            if (flow.kind() != FlowKind.VIEW) {
                intervals.put(flow, set(flow).orElseGet(() -> usual(flow, resolved)));
            }
        }
        return intervals;
    }

    private Optional<Duration> set(Flow flow) {
        if (mode.triggerInterval().isPresent()) {
            return mode.triggerInterval();
        }
        Map<String, String> dataset =
                graph.dataset(flow.target()).map(Dataset::properties).orElse(Map.of());
        Map<String, String> before =
                graph.dataset(flow.target()).map(Dataset::sparkConf).orElse(Map.of());
        String text = flow.sparkConf().getOrDefault(KEY, dataset.getOrDefault(KEY, ""));
        if (text.isEmpty()) {
            text = before.getOrDefault(KEY, session.conf().get(KEY, ""));
        }
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<Duration> interval = TriggerInterval.parse(text);
        if (interval.isEmpty()) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_TRIGGER_INTERVAL,
                    "`%s` is '%s', which is no interval".formatted(KEY, text),
                    "write a number and a unit, such as '10 seconds', '1 minute' or '2 hours'");
        }
        return interval;
    }

    private static Duration usual(Flow flow, ResolvedGraph resolved) {
        if (resolved.planned(flow).streaming()) {
            return STREAM;
        }
        boolean tables =
                resolved.planned(flow).sources().stream()
                        .allMatch(source -> source instanceof QuerySource.Table);
        return tables ? OVER_TABLES : OVER_OTHERS;
    }
}
