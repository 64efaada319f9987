/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.graph.Query;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.spark.QueryException;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.function.TableFunctionException;
import io.millrace.spark.function.TableFunctions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.CTESubstitution$;
import org.apache.spark.sql.catalyst.analysis.NamedStreamingRelation;
import org.apache.spark.sql.catalyst.analysis.PlanWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedSubqueryColumnAliases;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/**
 * Parses one flow's query and puts in the place of every relation what it means. Used for one query
 * by one thread.
 */
final class RelationReplacer {

    /** Stands for a relation in the query of a stored view. */
    private static final String PLACE = "millrace_stored_rows";

    private final SparkSession session;
    private final FlowGraph graph;
    private final Flow flow;
    private final StoredDatasets stored;
    private final TableFunctions functions;
    private final boolean mayWrite;
    private final ConcurrentMap<String, Object> memo;
    private final ViewRows viewRows;
    private final FunctionFolders folders;
    private final List<QuerySource> sources = new ArrayList<>();
    private final List<SqlText> texts = new ArrayList<>();
    private final List<io.millrace.compiler.graph.Dataset> judged = new ArrayList<>();
    private final Set<List<String>> functionNames = new LinkedHashSet<>();

    RelationReplacer(
            SparkSession session,
            FlowGraph graph,
            Flow flow,
            StoredDatasets stored,
            TableFunctions functions,
            boolean mayWrite,
            ConcurrentMap<String, Object> memo,
            ViewRows viewRows,
            FunctionFolders folders) {
        this.session = session;
        this.graph = graph;
        this.flow = flow;
        this.stored = stored;
        this.functions = functions;
        this.mayWrite = mayWrite;
        this.memo = memo;
        this.viewRows = viewRows;
        this.folders = folders;
    }

    /** What the plans made so far read, in their order. */
    List<QuerySource> sources() {
        return sources;
    }

    /** The texts that were parsed: the query's and those of the views in it. */
    List<SqlText> texts() {
        return texts;
    }

    /** The functions that the texts call, as they are written there; those of rules apart. */
    Set<List<String>> functionNames() {
        return functionNames;
    }

    /** What the rules call that decide on rows of the flow. */
    RuleCalls ruleCalls() {
        List<DatasetExpectation> rules = new ArrayList<>();
        judged.forEach(view -> rules.addAll(view.expectations()));
        ownRules().ifPresent(target -> rules.addAll(target.expectations()));
        return RuleCalls.of(session, rules);
    }

    /** The target, when its rules decide on all of its rows. */
    private Optional<io.millrace.compiler.graph.Dataset> ownRules() {
        return flow.kind() == FlowKind.MATERIALIZED_VIEW
                ? graph.dataset(flow.target())
                : Optional.empty();
    }

    String fingerprint() {
        StringBuilder all = new StringBuilder();
        texts.forEach(text -> all.append(SqlScanner.normalized(text.text())).append('\u0000'));
        judged.forEach(view -> rules(view).forEach(rule -> all.append(rule).append('\u0000')));
        ownRules().ifPresent(target -> rules(target).forEach(all::append));
        return Digests.sha256(all.toString());
    }

    /** The rules of a dataset decide which rows there are. */
    private static List<String> rules(io.millrace.compiler.graph.Dataset dataset) {
        return dataset.expectations().stream()
                .map(rule -> rule.name() + " " + rule.condition().text() + " " + rule.violation())
                .toList();
    }

    /** {@code AUTO CDC ONCE} reads what is there, with or without the word STREAM. */
    private boolean isBatch() {
        return flow.once() && flow.kind() == FlowKind.AUTO_CDC;
    }

    LogicalPlan planOf(Flow of) {
        Scope scope = new Scope(of.query(), false, Map.of());
        LogicalPlan plan = scope.plan();
        Optional<MetricViews> metrics = metrics(graph.dataset(of.target()));
        return metrics.isPresent() && !folders.isSurvey()
                ? metrics.get().definition(plan, scope::noteFunctions)
                : plan;
    }

    /** Of a metric view what makes it one; its texts count as texts of the query. */
    private Optional<MetricViews> metrics(Optional<io.millrace.compiler.graph.Dataset> dataset) {
        Optional<MetricViews> metrics =
                dataset.filter(view -> view.metrics().isPresent())
                        .map(view -> new MetricViews(session, view));
        metrics.ifPresent(found -> texts.addAll(found.texts()));
        return metrics;
    }

    /** The tables that rules of a dataset look into, by the names of the rules. */
    Map<String, org.apache.spark.sql.Dataset<Row>> lookups(
            io.millrace.compiler.graph.Dataset dataset) {
        Map<String, org.apache.spark.sql.Dataset<Row>> lookups = new HashMap<>();
        for (DatasetExpectation rule : dataset.expectations()) {
            rule.otherTable()
                    .ifPresent(table -> lookups.put(rule.name(), lookup(rule.condition(), table)));
        }
        return lookups;
    }

    private Dataset<Row> lookup(SqlText rule, DatasetName table) {
        UnresolvedRelation relation =
                new UnresolvedRelation(
                        ScalaInterop.seq(table.parts()), CaseInsensitiveStringMap.empty(), false);
        try {
            LogicalPlan plan =
                    new Scope(flow.query(), false, Map.of())
                            .relation(relation, false)
                            .orElse(relation);
            return TextPaths.analyze(session, plan);
        } catch (RuntimeException e) {
            throw SqlErrors.translate(e, rule, List.of());
        }
    }

    /** One query text and what its names mean. */
    private final class Scope {
        private final Query query;

        /** Whether batch reads become streams: in a view that is read with STREAM. */
        private final boolean streamAll;

        /** The options of the STREAM read of the view. */
        private final Map<String, String> inherited;

        Scope(Query query, boolean streamAll, Map<String, String> inherited) {
            this.query = query;
            this.streamAll = streamAll;
            this.inherited = inherited;
        }

        LogicalPlan plan() {
            texts.add(query.sql());
            try {
                LogicalPlan parsed =
                        session.sessionState().sqlParser().parsePlan(query.sql().text());
                return replace(CTESubstitution$.MODULE$.apply(parsed));
            } catch (ParseException e) {
                throw SqlErrors.translate(e, query.sql(), List.of());
            }
        }

        private LogicalPlan replace(LogicalPlan plan) {
            if (plan instanceof NamedStreamingRelation named) {
                return streamed(named);
            }
            if (plan instanceof RelationTimeTravel travel
                    && travel.relation() instanceof UnresolvedRelation relation) {
                return timeTravel(travel, relation);
            }
            if (plan instanceof UnresolvedRelation relation) {
                boolean streaming = (relation.isStreaming() || streamAll) && !isBatch();
                return relation(relation, streaming).orElse(relation);
            }
            if (plan instanceof UnresolvedTableValuedFunction function) {
                return function(function, Map.of()).orElse(function);
            }
            if (plan instanceof PlanWithUnresolvedIdentifier identifier
                    && identifier.identifierExpr() instanceof Literal literal
                    && literal.value() != null) {
                return replace(named(identifier, literal.value().toString()));
            }
            LogicalPlan children = plan.mapChildren(Functions.of(this::replace));
            return children.mapExpressions(Functions.of(this::replaceInExpression));
        }

        private Expression replaceInExpression(Expression expression) {
            Expression result = expression.mapChildren(Functions.of(this::replaceInExpression));
            if (result instanceof UnresolvedFunction call) {
                functionNames.add(List.copyOf(ScalaInterop.list(call.nameParts())));
            }
            return result instanceof SubqueryExpression subquery
                    ? subquery.withNewPlan(replace(subquery.plan()))
                    : result;
        }

        void noteFunctions(Expression expression) {
            replaceInExpression(expression);
        }

        private LogicalPlan named(PlanWithUnresolvedIdentifier identifier, String name) {
            try {
                return identifier
                        .planBuilder()
                        .apply(
                                session.sessionState().sqlParser().parseMultipartIdentifier(name),
                                identifier.children());
            } catch (ParseException e) {
                throw SqlErrors.translate(e, query.sql(), List.of());
            }
        }

        /** The wrapper is for sources that Spark itself resolves, and carries their names. */
        private LogicalPlan streamed(NamedStreamingRelation named) {
            if (isBatch()) {
                return replace(named.child());
            }
            if (named.child() instanceof UnresolvedRelation relation) {
                return relation(relation, true)
                        .map(
                                plan ->
                                        plan instanceof UnresolvedRelation
                                                ? named.copy(plan, named.sourceIdentifyingName())
                                                : plan)
                        .orElse(named);
            }
            if (named.child() instanceof UnresolvedTableValuedFunction function) {
                return function(function, Map.of()).orElse(named);
            }
            return named.mapChildren(Functions.of(this::replace));
        }

        private LogicalPlan timeTravel(RelationTimeTravel travel, UnresolvedRelation relation) {
            Optional<io.millrace.compiler.graph.Dataset> dataset = dataset(parts(relation));
            List<String> name =
                    dataset.filter(io.millrace.compiler.graph.Dataset::isStored)
                            .map(found -> List.of("delta", stored.path(found.name())))
                            .orElseGet(() -> external(parts(relation)));
            sources.add(new QuerySource.Other(String.join(".", name), false));
            LogicalPlan travelled =
                    travel.copy(
                            new UnresolvedRelation(
                                    ScalaInterop.seq(name), relation.options(), false),
                            travel.timestamp(),
                            travel.version());
            return dataset.flatMap(found -> view(found.name()))
                    .map(view -> visible(view, travelled))
                    .orElse(travelled);
        }

        private LogicalPlan visible(StoredView view, LogicalPlan relation) {
            try {
                LogicalPlan query = session.sessionState().sqlParser().parsePlan(view.query(PLACE));
                return put(query, relation);
            } catch (ParseException e) {
                throw SqlErrors.translate(e, query.sql(), List.of());
            }
        }

        private LogicalPlan put(LogicalPlan plan, LogicalPlan relation) {
            return plan instanceof UnresolvedRelation
                    ? relation
                    : plan.mapChildren(Functions.of(child -> put(child, relation)));
        }

        /** Empty where Spark shall look the name up as it stands. */
        private Optional<LogicalPlan> relation(UnresolvedRelation relation, boolean streaming) {
            List<String> name = parts(relation);
            Map<String, String> given = new HashMap<>(inherited);
            given.putAll(relation.options().asCaseSensitiveMap());
            Map<String, String> options = OptionSecrets.resolve(session, given);
            Optional<io.millrace.compiler.graph.Dataset> dataset = dataset(name);
            if (dataset.isPresent() && dataset.get().isView()) {
                return Optional.of(view(dataset.get(), relation, streaming, options));
            }
            if (dataset.isPresent()) {
                return Optional.of(table(dataset.get().name(), streaming, options));
            }
            if (isFiles(name)) {
                sources.add(new QuerySource.Other(String.join(".", name), streaming));
                return streaming && !folders.isSurvey()
                        ? Optional.of(fileStream(name, options))
                        : Optional.of(relation);
            }
            if (name.size() == 1 && isTemporaryView(name.get(0))) {
                sources.add(new QuerySource.Other(name.get(0), streaming));
                return Optional.empty();
            }
            List<String> full = external(name);
            Optional<StoredTable> foreign = StoredTable.find(session, stored.foreignViews(), full);
            if (foreign.isPresent()) {
                return Optional.of(foreign(foreign.get(), relation, full, streaming, options));
            }
            QuerySource source = CatalogTables.source(session, full, streaming, options);
            sources.add(source);
            if (streaming && source instanceof QuerySource.Other && !folders.isSurvey()) {
                Optional<LogicalPlan> stream = ConfiguredStreams.of(session, full, options);
                if (stream.isPresent()) {
                    return Optional.of(
                            new SubqueryAlias(alias(new DatasetName(full)), stream.get()));
                }
            }
            Map<String, String> all =
                    streaming && source instanceof QuerySource.Table table
                            ? streamOptions(table.path(), options)
                            : options;
            return Optional.of(
                    Origins.with(
                            relation,
                            () ->
                                    new UnresolvedRelation(
                                            ScalaInterop.seq(full),
                                            new CaseInsensitiveStringMap(all),
                                            streaming)));
        }

        /** A dataset of another pipeline, as if it were one of this. */
        private LogicalPlan foreign(
                StoredTable table,
                UnresolvedRelation relation,
                List<String> full,
                boolean streaming,
                Map<String, String> options) {
            if (streaming && !StoredTable.mayStream(options)) {
                String name = String.join(".", parts(relation));
                throw new QueryException(
                        StoredTable.REWRITTEN.name(),
                        StoredTable.rewritten(name),
                        Optional.of(StoredTable.insteadOfStream(name)),
                        SqlErrors.origin(relation.origin(), query.sql()),
                        null);
            }
            sources.add(
                    new QuerySource.Table(
                            String.join(".", full),
                            Optional.empty(),
                            table.path(),
                            streaming,
                            options));
            Map<String, String> all = streaming ? streamOptions(table.path(), options) : options;
            return new SubqueryAlias(
                    alias(new DatasetName(full)), table.read(session, streaming, all));
        }

        private List<String> parts(UnresolvedRelation relation) {
            return List.copyOf(ScalaInterop.list(relation.multipartIdentifier()));
        }

        /** As the compiler looked it up: a temporary view first, then by catalog and schema. */
        private Optional<io.millrace.compiler.graph.Dataset> dataset(List<String> name) {
            if (name.size() == 1) {
                Optional<io.millrace.compiler.graph.Dataset> temporary =
                        graph.dataset(new DatasetName(name))
                                .filter(found -> found.kind() == DatasetKind.TEMPORARY_VIEW);
                if (temporary.isPresent()) {
                    return temporary;
                }
            }
            if (name.size() == 2 && name.get(0).equalsIgnoreCase("live")) {
                return Stream.of(
                                new DatasetName(List.of(name.get(1))),
                                DatasetName.of(graph.catalog(), graph.schema(), name.get(1)))
                        .flatMap(candidate -> graph.dataset(candidate).stream())
                        .findFirst();
            }
            if (name.size() > 3) {
                return Optional.empty();
            }
            DatasetName full = new DatasetName(external(name));
            return (name.size() == 1 ? shadowing(name.get(0), full) : Optional.of(full))
                    .flatMap(graph::dataset)
                    .filter(found -> found.kind() != DatasetKind.SINK);
        }

        /** A private table of another schema goes before what has the name here. */
        private Optional<DatasetName> shadowing(String name, DatasetName here) {
            List<DatasetName> meant =
                    query.inputs().stream()
                            .filter(input -> input.kind() == InputKind.DATASET)
                            .filter(input -> input.rule().isEmpty())
                            .map(Input::name)
                            .filter(input -> input.last().equalsIgnoreCase(name))
                            .toList();
            boolean elsewhere =
                    !meant.isEmpty()
                            && meant.stream().noneMatch(input -> input.key().equals(here.key()));
            return Optional.of(elsewhere ? meant.get(0) : here);
        }

        private List<String> external(List<String> name) {
            if (name.size() == 1) {
                return List.of(query.catalog(), query.schema(), name.get(0));
            }
            if (name.size() == 2) {
                return List.of(query.catalog(), name.get(0), name.get(1));
            }
            return name;
        }

        private boolean isFiles(List<String> name) {
            return query.inputs().stream()
                    .anyMatch(
                            input ->
                                    input.kind() == InputKind.FILES
                                            && input.name().parts().equals(name));
        }

        private boolean isTemporaryView(String name) {
            return session.sessionState().catalog().getTempView(name).isDefined();
        }

        private LogicalPlan fileStream(List<String> name, Map<String, String> options) {
            Dataset<Row> data =
                    session.readStream()
                            .format(name.get(0).toLowerCase(Locale.ROOT))
                            .options(options)
                            .load(name.get(1));
            return data.logicalPlan();
        }

        /** The view's query in the view's own scope, under the view's name. */
        private LogicalPlan view(
                io.millrace.compiler.graph.Dataset view,
                UnresolvedRelation place,
                boolean streaming,
                Map<String, String> options) {
            Flow definition = graph.flowsInto(view.name()).get(0);
            boolean turn = streaming && !definition.query().streaming();
            LogicalPlan plan =
                    new Scope(definition.query(), turn, turn ? options : Map.of()).plan();
            Optional<MetricViews> metrics = metrics(Optional.of(view));
            if (metrics.isPresent() && !folders.isSurvey()) {
                return new SubqueryAlias(
                        alias(view.name()), metrics.get().read(plan, place, this::noteFunctions));
            }
            if (!view.columns().isEmpty()) {
                List<String> names = view.columns().stream().map(DatasetColumn::name).toList();
                plan = new UnresolvedSubqueryColumnAliases(ScalaInterop.seq(names), plan);
            }
            if (view.expectations().isEmpty() || folders.isSurvey()) {
                return new SubqueryAlias(alias(view.name()), plan);
            }
            judged.add(view);
            Dataset<Row> rows =
                    (Dataset<Row>)
                            viewRows.judge(view, TextPaths.analyze(session, plan), lookups(view));
            return new SubqueryAlias(alias(view.name()), rows.queryExecution().analyzed());
        }

        private LogicalPlan table(
                DatasetName name, boolean streaming, Map<String, String> options) {
            String path = stored.path(name);
            sources.add(
                    new QuerySource.Table(
                            graph.displayName(name), Optional.of(name), path, streaming, options));
            if (folders.isSurvey()) {
                return empty(new StructType(), streaming);
            }
            Optional<StructType> placeholder = stored.placeholder(name);
            if (placeholder.isPresent()) {
                StructType schema = placeholder.get();
                boolean feed = isOn(options, "readChangeFeed") || isOn(options, "readChangeData");
                return new SubqueryAlias(
                        alias(name), empty(feed ? withChanges(schema) : schema, streaming));
            }
            Map<String, String> all = streaming ? streamOptions(path, options) : options;
            return new SubqueryAlias(
                    alias(name), StoredTable.read(session, path, view(name), streaming, all));
        }

        private Optional<StoredView> view(DatasetName name) {
            return stored.view(name);
        }

        private static boolean isOn(Map<String, String> options, String option) {
            return options.entrySet().stream()
                    .anyMatch(
                            entry ->
                                    entry.getKey().equalsIgnoreCase(option)
                                            && entry.getValue().equalsIgnoreCase("true"));
        }

        private static StructType withChanges(StructType schema) {
            return schema.add("_change_type", DataTypes.StringType)
                    .add("_commit_version", DataTypes.LongType)
                    .add("_commit_timestamp", DataTypes.TimestampType);
        }

        /** The query's options; and ours, where the query does not say where to start. */
        private Map<String, String> streamOptions(String path, Map<String, String> options) {
            boolean starts =
                    options.keySet().stream()
                            .map(key -> key.toLowerCase(Locale.ROOT))
                            .anyMatch(
                                    key ->
                                            key.startsWith("starting")
                                                    || key.startsWith("readchange"));
            if (starts) {
                return options;
            }
            Map<String, String> all = new HashMap<>(stored.streamOptions(path));
            all.putAll(options);
            return all;
        }

        private LogicalPlan empty(StructType schema, boolean streaming) {
            return new LocalRelation(
                    ScalaInterop.seq(ScalaInterop.list(DataTypeUtils.toAttributes(schema))),
                    ScalaInterop.seq(List.of()),
                    streaming,
                    Option.empty());
        }

        private AliasIdentifier alias(DatasetName name) {
            List<String> parts = name.parts();
            return new AliasIdentifier(
                    name.last(), ScalaInterop.seq(parts.subList(0, parts.size() - 1)));
        }

        private Optional<LogicalPlan> function(
                UnresolvedTableValuedFunction call, Map<String, String> options) {
            List<String> name = ScalaInterop.list(call.name());
            if (name.size() == 1 && name.get(0).equalsIgnoreCase(ChangeArguments.FUNCTION)) {
                return Optional.of(changes(call));
            }
            Optional<TableFunction> found =
                    name.size() == 1 ? functions.find(name.get(0)) : Optional.empty();
            if (found.isEmpty()) {
                functionNames.add(List.copyOf(name));
                return Optional.empty();
            }
            boolean streaming = (call.isStreaming() || streamAll) && !isBatch();
            try {
                FunctionArguments arguments =
                        FunctionArguments.evaluate(session, name.get(0), call.functionArgs());
                Map<String, String> all = new HashMap<>(inherited);
                all.putAll(options);
                TableFunctionCall evaluated =
                        new TableFunctionCall(
                                session,
                                flow.target(),
                                flow.name(),
                                streaming,
                                OptionSecrets.resolve(session, arguments.positional()),
                                OptionSecrets.resolveNamed(session, arguments.named()),
                                OptionSecrets.resolve(session, all),
                                stateFolder(found.get().name(), streaming),
                                mayWrite,
                                memo);
                sources.add(new QuerySource.Function(found.get(), evaluated, streaming));
                if (folders.isSurvey()) {
                    return Optional.of(call);
                }
                Dataset<Row> data =
                        (Dataset<Row>)
                                (streaming
                                        ? found.get().stream(evaluated)
                                        : found.get().batch(evaluated));
                return Optional.of(
                        new SubqueryAlias(
                                new AliasIdentifier(found.get().name()), data.logicalPlan()));
            } catch (TableFunctionException e) {
                throw Origins.at(e, call, query.sql());
            }
        }

        /** The same as the table read with the option {@code readChangeFeed}. */
        private LogicalPlan changes(UnresolvedTableValuedFunction call) {
            boolean streaming = (call.isStreaming() || streamAll) && !isBatch();
            try {
                ChangeArguments changes =
                        ChangeArguments.of(
                                session,
                                FunctionArguments.evaluate(
                                        session, ChangeArguments.FUNCTION, call.functionArgs()),
                                streaming);
                UnresolvedRelation relation =
                        Origins.with(
                                call,
                                () ->
                                        new UnresolvedRelation(
                                                ScalaInterop.seq(changes.table()),
                                                new CaseInsensitiveStringMap(changes.options()),
                                                streaming));
                return new SubqueryAlias(
                        new AliasIdentifier(ChangeArguments.FUNCTION),
                        relation(relation, streaming).orElse(relation));
            } catch (TableFunctionException e) {
                throw Origins.at(e, call, query.sql());
            }
        }

        private Optional<String> stateFolder(String function, boolean streaming) {
            long number = sources.stream().filter(QuerySource::streaming).count();
            String folder = folders.next(function, streaming, Math.toIntExact(number));
            return stored.stateFolder(flow).map(all -> all + "/" + folder);
        }
    }
}
