/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.function.TableFunctions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnsupportedOperationChecker;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Sample;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.streaming.OutputMode;

/**
 * Makes an analyzed data frame of a flow's query: Spark's own parser and analyzer, with the
 * relations replaced by what they mean in the pipeline. Names of common table expressions win in
 * their scope, then come the pipeline's datasets, then the catalog.
 *
 * <p>One planner serves one update; its methods may be called by several threads.
 */
public final class QueryPlanner {

    private final FlowGraph graph;
    private final StoredDatasets stored;
    private final TableFunctions functions;
    private final boolean mayWrite;
    private final ConcurrentMap<String, Object> memo;

    /**
     * @param mayWrite whether table functions may keep state now; false in a dry run
     * @param memo shared by all planners of an update
     */
    public QueryPlanner(
            FlowGraph graph,
            StoredDatasets stored,
            TableFunctions functions,
            boolean mayWrite,
            ConcurrentMap<String, Object> memo) {
        this.graph = requireNonNull(graph, "graph");
        this.stored = requireNonNull(stored, "stored");
        this.functions = requireNonNull(functions, "functions");
        this.mayWrite = mayWrite;
        this.memo = requireNonNull(memo, "memo");
    }

    /** A planner that writes nothing and shares nothing. */
    public QueryPlanner(FlowGraph graph, StoredDatasets stored, TableFunctions functions) {
        this(graph, stored, functions, false, new ConcurrentHashMap<>());
    }

    /**
     * Analyzes the query of a flow.
     *
     * @param session the flow's own, with its settings
     * @throws io.millrace.spark.QueryException when the query cannot work
     */
    public PlannedQuery plan(SparkSession session, Flow flow) {
        return plan(session, flow, (view, rows, lookups) -> rows);
    }

    /**
     * Analyzes the query of a flow.
     *
     * @param viewRows judges the rows of the views with rules that the query reads
     */
    public PlannedQuery plan(SparkSession session, Flow flow, ViewRows viewRows) {
        Sessions.activate(session);
        List<KeptSource> kept = stored.keptSources(flow);
        RelationReplacer replacer =
                replacer(session, flow, false, viewRows, FunctionFolders.survey());
        try {
            int[] numbers = new int[kept.size()];
            if (kept.size() > 1) {
                replacer.planOf(flow);
                numbers = SourceNumbers.of(kept, streams(replacer.sources()));
            }
            replacer =
                    replacer(session, flow, mayWrite, viewRows, FunctionFolders.of(kept, numbers));
            LogicalPlan plan = replacer.planOf(flow);
            Dataset<Row> data =
                    StreamingSets.appendable(TextPaths.analyze(Sessions.classic(session), plan));
            MetricReads.check(data.queryExecution().analyzed(), flow, replacer.texts());
            List<QuerySource> sources = replacer.sources();
            Optional<LogicalPlan> ordered =
                    isInOrder(numbers)
                            ? Optional.empty()
                            : SourceOrder.of(data.queryExecution().analyzed(), numbers);
            if (ordered.isPresent()) {
                data = Dataset.ofRows(data.sparkSession(), ordered.get());
                sources = ordered(sources, numbers);
            }
            Map<String, org.apache.spark.sql.Dataset<Row>> lookups =
                    graph.dataset(flow.target()).map(replacer::lookups).orElse(Map.of());
            RuleCalls rules = replacer.ruleCalls();
            Set<List<String>> called = new LinkedHashSet<>(replacer.functionNames());
            called.addAll(rules.functions());
            return new PlannedQuery(
                    data,
                    lookups,
                    sources,
                    rules.repeatable() && isRepeatable(data.queryExecution().analyzed()),
                    replacer.fingerprint(),
                    MeaningSettings.of(session),
                    FunctionVersions.of(session, called));
        } catch (Exception | LinkageError | ServiceConfigurationError e) {
            throw MetricReads.explained(
                    SqlErrors.translate(e, flow.query().sql(), replacer.texts()), graph, flow);
        }
    }

    private RelationReplacer replacer(
            SparkSession session,
            Flow flow,
            boolean writing,
            ViewRows viewRows,
            FunctionFolders folders) {
        return new RelationReplacer(
                Sessions.classic(session),
                graph,
                flow,
                stored,
                functions,
                writing,
                memo,
                viewRows,
                folders);
    }

    private static List<KeptSource> streams(List<QuerySource> sources) {
        return sources.stream().filter(QuerySource::streaming).map(KeptSource::of).toList();
    }

    private static boolean isInOrder(int[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] != i) {
                return false;
            }
        }
        return true;
    }

    /** The streams among the sources by their numbers; the others stay where they are. */
    private static List<QuerySource> ordered(List<QuerySource> sources, int[] numbers) {
        QuerySource[] streams = new QuerySource[numbers.length];
        int next = 0;
        for (QuerySource source : sources) {
            if (source.streaming()) {
                streams[numbers[next++]] = source;
            }
        }
        List<QuerySource> result = new ArrayList<>();
        next = 0;
        for (QuerySource source : sources) {
            result.add(source.streaming() ? streams[next++] : source);
        }
        return result;
    }

    /** How messages call a dataset. */
    public String displayName(DatasetName dataset) {
        return graph.displayName(dataset);
    }

    /**
     * Fails when Structured Streaming cannot run the query in the output mode.
     *
     * @throws io.millrace.spark.QueryException with Spark's reason
     */
    public static void checkStreaming(Flow flow, PlannedQuery query, OutputMode mode) {
        LogicalPlan plan = ((Dataset<Row>) query.data()).queryExecution().analyzed();
        try {
            StreamingLimits.check(plan);
            UnsupportedOperationChecker.checkForStreaming(plan, mode);
        } catch (Exception | LinkageError | ServiceConfigurationError e) {
            throw SqlErrors.translate(e, flow.query().sql(), java.util.List.of());
        }
    }

    private static boolean isRepeatable(LogicalPlan plan) {
        if (plan.containsPattern(TreePattern.CURRENT_LIKE()) || plan instanceof Sample) {
            return false;
        }
        for (Expression expression : ScalaInterop.list(plan.expressions())) {
            if (!expression.deterministic()) {
                return false;
            }
        }
        for (LogicalPlan child : ScalaInterop.list(plan.children())) {
            if (!isRepeatable(child)) {
                return false;
            }
        }
        for (LogicalPlan subquery : ScalaInterop.list(plan.subqueries())) {
            if (!isRepeatable(subquery)) {
                return false;
            }
        }
        return true;
    }
}
