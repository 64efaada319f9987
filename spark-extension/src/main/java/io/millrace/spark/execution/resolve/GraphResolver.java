/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.resolve;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Place;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.StoredDatasets;
import io.millrace.spark.catalyst.StoredTableViews;
import io.millrace.spark.cdc.CdcResolution;
import io.millrace.spark.cdc.CdcSpec;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.SchemaMerge;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.error.FlowErrors;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.execution.parallel.ParallelWork;
import io.millrace.spark.expectation.QuarantineColumns;
import io.millrace.spark.expectation.RuleSet;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.secret.Secrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds out the schemas of a pipeline's datasets and whether its queries can work, without writing
 * anything. Datasets are taken in the order of their dependencies; each stands in the queries of
 * its readers as an empty relation of the schema that it will have.
 */
public final class GraphResolver {

    private static final Comparator<Place> BY_PLACE =
            Comparator.comparing(Place::file)
                    .thenComparing(Place::line)
                    .thenComparing(Place::column);

    private final SparkSession session;
    private final FlowGraph graph;
    private final Function<DatasetName, String> paths;
    private final Map<String, TableSnapshot> existing;
    private final Predicate<DatasetName> rewritten;
    private final FlowState state;
    private final QueryPlanner planner;

    private final Map<String, StructType> schemas = new ConcurrentHashMap<>();
    private final Map<Flow, PlannedQuery> queries = new ConcurrentHashMap<>();
    private final Map<String, CdcResolution> cdc = new ConcurrentHashMap<>();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();
    private final Queue<RunDiagnostic> problems = new ConcurrentLinkedQueue<>();

    /** The folders of a flow's state. */
    public interface FlowState {
        String functionState(Flow flow);

        /** The streams that it goes on reading, by their numbers in its checkpoint. */
        default List<KeptSource> keptSources(Flow flow) {
            return List.of();
        }
    }

    /**
     * @param session with the settings that queries are planned with
     * @param paths where the tables of the stored datasets are
     * @param existing the tables that are there, by the datasets' keys
     * @param rewritten whether a table's contents will be replaced, so that its present schema does
     *     not matter
     */
    public GraphResolver(
            SparkSession session,
            FlowGraph graph,
            Function<DatasetName, String> paths,
            Map<String, TableSnapshot> existing,
            Predicate<DatasetName> rewritten,
            FlowState state,
            TableFunctions functions,
            ConcurrentMap<String, Object> memo) {
        this.session = session;
        this.graph = graph;
        this.paths = paths;
        this.existing = existing;
        this.rewritten = rewritten;
        this.state = state;
        this.planner = new QueryPlanner(graph, new Placeholders(), functions, false, memo);
    }

    /** Resolves all that can be resolved; what cannot is among the diagnostics of the result. */
    public ResolvedGraph resolve() {
        try (ParallelWork work = new ParallelWork("millrace-resolve")) {
            for (List<Dataset> wave : DatasetOrder.waves(graph)) {
                if (wave.size() == 1) {
                    resolve(wave.get(0));
                } else {
                    work.forEach(wave, this::resolve);
                }
            }
        }
        List<RunDiagnostic> diagnostics = new ArrayList<>(problems);
        diagnostics.sort(
                Comparator.comparing(
                                (RunDiagnostic diagnostic) -> diagnostic.statement().orElse(null),
                                Comparator.nullsFirst(BY_PLACE))
                        .thenComparing(RunDiagnostic::message));
        return new ResolvedGraph(schemas, existing, queries, cdc, diagnostics);
    }

    private void resolve(Dataset dataset) {
        Sessions.activate(session);
        if (dataset.isView()) {
            resolveView(dataset);
        } else if (dataset.isStored()) {
            resolveTable(dataset);
        } else {
            graph.flowsInto(dataset.name()).forEach(this::resolve);
        }
    }

    private void resolveView(Dataset view) {
        for (Flow flow : graph.flowsInto(view.name())) {
            Optional<PlannedQuery> query = resolve(flow);
            if (query.isEmpty()) {
                failed.add(view.name().key());
                continue;
            }
            try {
                RuleSet.of(view, graph.displayName(view.name()), query.get().lookups())
                        .ifPresent(rules -> rules.check(named(view, query.get().data())));
            } catch (QueryException e) {
                failed.add(view.name().key());
                problems.add(diagnostic(e, view.name(), Optional.empty(), view.place()));
            }
        }
    }

    /** The rows under the names that the view declares. */
    private static org.apache.spark.sql.Dataset<Row> named(
            Dataset view, org.apache.spark.sql.Dataset<Row> rows) {
        return view.columns().isEmpty()
                ? rows
                : rows.toDF(
                        view.columns().stream().map(DatasetColumn::name).toArray(String[]::new));
    }

    private void resolveTable(Dataset dataset) {
        if (graph.quarantineOwner(dataset.name()).isPresent()) {
            resolveSideTable(dataset, graph.quarantineOwner(dataset.name()).get());
            return;
        }
        String key = dataset.name().key();
        String name = graph.displayName(dataset.name());
        List<FlowSchema> flows = new ArrayList<>();
        boolean complete = true;
        for (Flow flow : graph.flowsInto(dataset.name())) {
            Optional<PlannedQuery> query = resolve(flow);
            complete &= query.isPresent();
            query.ifPresent(
                    planned -> flows.add(new FlowSchema(flow.name(), planned.data().schema())));
        }
        if (!complete) {
            failed.add(key);
            return;
        }
        try {
            checkName(dataset);
            Optional<TableSnapshot> table = Optional.ofNullable(existing.get(key));
            TableDefinition definition =
                    new TableDefinition(
                            graph.pipeline(), name, ReplaceTables.stored(graph, dataset));
            table.ifPresent(definition::checkOwner);
            if (CdcTargets.isTarget(graph, dataset.name())) {
                CdcResolution resolution =
                        CdcTargets.resolve(
                                graph,
                                dataset,
                                SchemaMerge.declared(dataset),
                                queries,
                                table,
                                rewritten.test(dataset.name()));
                cdc.put(key, resolution);
                checkRules(dataset, events(resolution.specs().get(0)));
                schemas.put(key, resolution.visibleSchema());
                return;
            }
            boolean free =
                    rewritten.test(dataset.name())
                            || dataset.kind() == DatasetKind.MATERIALIZED_VIEW;
            StructType schema =
                    new SchemaMerge(name, dataset)
                            .merge(flows, table.map(TableSnapshot::schema), free);
            definition.create(schema);
            table.ifPresent(now -> definition.change(schema, now, rewritten.test(dataset.name())));
            checkRules(dataset, schema);
            for (Flow flow : graph.flowsInto(dataset.name())) {
                ReplaceTables.check(session, flow, queries.get(flow), schema);
            }
            schemas.put(key, schema);
        } catch (QueryException e) {
            failed.add(key);
            problems.add(diagnostic(e, dataset));
        }
    }

    /** Points to the flow or the clause that is to blame, else to the table. */
    private RunDiagnostic diagnostic(QueryException error, Dataset dataset) {
        Optional<Flow> flow =
                graph.flowsInto(dataset.name()).stream()
                        .filter(into -> error.flow().filter(into.name()::equals).isPresent())
                        .findFirst();
        Place place = error.place().or(() -> flow.map(Flow::place)).orElse(dataset.place());
        return diagnostic(error, dataset.name(), flow.map(Flow::name), place);
    }

    private void checkName(Dataset dataset) {
        if (dataset.isPrivate() || CatalogTables.canHold(session, dataset.name().parts())) {
            return;
        }
        throw new QueryException(
                RunErrorCode.MILLRACE_CATALOG_UNUSABLE,
                "the session's catalog cannot hold `%s`: it takes letters, digits and _ in names"
                        .formatted(graph.displayName(dataset.name())),
                "give the dataset such a name");
    }

    private void resolveSideTable(Dataset table, Dataset owner) {
        String key = table.name().key();
        if (failed.contains(owner.name().key())) {
            failed.add(key);
            return;
        }
        String name = graph.displayName(table.name());
        try {
            StructType rows =
                    cdc.containsKey(owner.name().key())
                            ? events(cdc.get(owner.name().key()).specs().get(0))
                            : schemas.get(owner.name().key());
            Optional<TableSnapshot> now = Optional.ofNullable(existing.get(key));
            TableDefinition definition = new TableDefinition(graph.pipeline(), name, table);
            now.ifPresent(definition::checkOwner);
            boolean free =
                    rewritten.test(table.name()) || owner.kind() == DatasetKind.MATERIALIZED_VIEW;
            FlowSchema comes =
                    new FlowSchema(
                            graph.displayName(owner.name()), QuarantineColumns.of(name, rows));
            StructType schema =
                    new SchemaMerge(name, table)
                            .merge(List.of(comes), now.map(TableSnapshot::schema), free);
            definition.create(schema);
            now.ifPresent(there -> definition.change(schema, there, free));
            schemas.put(key, schema);
        } catch (QueryException e) {
            failed.add(key);
            problems.add(diagnostic(e, table.name(), Optional.empty(), table.place()));
        }
    }

    /** The columns that change events bring: without those that history adds. */
    private static StructType events(CdcSpec spec) {
        List<StructField> fields = new ArrayList<>(spec.keys());
        fields.addAll(spec.columns());
        return new StructType(fields.toArray(StructField[]::new));
    }

    private void checkRules(Dataset dataset, StructType schema) {
        Map<String, org.apache.spark.sql.Dataset<Row>> lookups =
                graph.flowsInto(dataset.name()).stream()
                        .findFirst()
                        .map(flow -> queries.get(flow).lookups())
                        .orElse(Map.of());
        RuleSet.of(dataset, graph.displayName(dataset.name()), lookups)
                .ifPresent(rules -> rules.check(session.createDataFrame(List.of(), schema)));
    }

    /** Empty when the query, or something that it reads, cannot work. */
    private Optional<PlannedQuery> resolve(Flow flow) {
        boolean blocked =
                flow.upstream().stream().anyMatch(upstream -> failed.contains(upstream.key()));
        if (blocked) {
            return Optional.empty();
        }
        try {
            SparkSession own =
                    flow.sparkConf().isEmpty()
                            ? session
                            : Sessions.cloneWith(
                                    session, Secrets.of(session).resolve(flow.sparkConf()));
            PlannedQuery query = planner.plan(own, flow);
            SourceOptions.check(flow, query);
            var unused = StreamModes.kind(graph, flow, query);
            if (flow.isCdc() && query.streaming()) {
                QueryPlanner.checkStreaming(flow, query, OutputMode.Append());
            }
            if (flow.kind() == FlowKind.SINK) {
                SinkResolution.check(own, graph, flow, query);
            }
            queries.put(flow, query);
            return Optional.of(query);
        } catch (QueryException e) {
            problems.add(diagnostic(e, flow.target(), Optional.of(flow.name()), flow.place()));
            return Optional.empty();
        } catch (LinkageError | ServiceConfigurationError e) {
            QueryException known = MachineErrors.explain(e).orElseThrow(() -> e);
            problems.add(diagnostic(known, flow.target(), Optional.of(flow.name()), flow.place()));
            return Optional.empty();
        }
    }

    private RunDiagnostic diagnostic(
            QueryException error, DatasetName dataset, Optional<String> flow, Place place) {
        if (FlowErrors.isInterruption(error)) {
            // The query is not to blame.
            throw error;
        }
        return new RunDiagnostic(
                error.condition(),
                error.getMessage(),
                error.hint(),
                Optional.of(graph.displayName(dataset)),
                flow,
                error.location(),
                Optional.of(place));
    }

    private final class Placeholders implements StoredDatasets {
        @Override
        public String path(DatasetName dataset) {
            return paths.apply(dataset);
        }

        @Override
        public Optional<StructType> placeholder(DatasetName dataset) {
            return Optional.ofNullable(schemas.get(dataset.key()));
        }

        @Override
        public StoredTableViews foreignViews() {
            return CdcViews.IN_SESSIONS;
        }

        @Override
        public Map<String, String> streamOptions(String path) {
            return Map.of();
        }

        @Override
        public List<KeptSource> keptSources(Flow flow) {
            return state.keptSources(flow);
        }

        @Override
        public Optional<String> stateFolder(Flow flow) {
            return Optional.of(state.functionState(flow));
        }
    }
}
