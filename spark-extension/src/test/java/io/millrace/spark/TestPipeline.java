/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.ClusterBy;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.compiler.graph.Input;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.graph.Place;
import io.millrace.compiler.graph.Query;
import io.millrace.compiler.graph.RefreshPolicySpec;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.source.PositionMap;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A pipeline built by hand in a schema of its own. Inputs are told by their names: {@code stream}
 * and {@code batch} make them.
 */
public final class TestPipeline {

    private static final String CATALOG = "spark_catalog";

    private final String schema = "t" + UUID.randomUUID().toString().replace("-", "");
    private final Path storage;
    private List<Dataset> datasets = new ArrayList<>();
    private List<Flow> flows = new ArrayList<>();
    private UpdateListener listener = UpdateListener.NONE;

    public TestPipeline(Path storage) {
        this.storage = storage;
        session().sql("CREATE SCHEMA " + schema);
    }

    public static SparkSession session() {
        return SharedSparkSession.get();
    }

    public String schema() {
        return schema;
    }

    public Path storage() {
        return storage;
    }

    /** Forgets the definitions, not the tables: the source files of another version. */
    public TestPipeline edit() {
        datasets = new ArrayList<>();
        flows = new ArrayList<>();
        return this;
    }

    public TestPipeline listener(UpdateListener newListener) {
        listener = newListener;
        return this;
    }

    /** Fails with the error of a flow rather than with the status alone. */
    public static void assertCompleted(UpdateResult result) {
        assertThat(result.flows()).allSatisfy(flow -> assertThat(flow.error()).isEmpty());
        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
    }

    public static Input stream(String name) {
        return input(name, true);
    }

    public static Input batch(String name) {
        return input(name, false);
    }

    private static Input input(String name, boolean streaming) {
        return new Input(InputKind.DATASET, DatasetName.of(name), streaming, Map.of(), place());
    }

    /** Options of a dataset besides its name and kind. */
    public record Options(
            String columns,
            List<String> partitions,
            List<String> clusters,
            Map<String, String> properties,
            Optional<String> comment,
            boolean isPrivate) {

        public static Options none() {
            return new Options("", List.of(), List.of(), Map.of(), Optional.empty(), false);
        }

        public Options columns(String ddl) {
            return new Options(ddl, partitions, clusters, properties, comment, isPrivate);
        }

        public Options partitions(String... names) {
            return new Options(columns, List.of(names), clusters, properties, comment, isPrivate);
        }

        public Options clusters(String... names) {
            return new Options(columns, partitions, List.of(names), properties, comment, isPrivate);
        }

        public Options properties(Map<String, String> values) {
            return new Options(columns, partitions, clusters, values, comment, isPrivate);
        }

        public Options comment(String text) {
            return new Options(
                    columns, partitions, clusters, properties, Optional.of(text), isPrivate);
        }

        public Options asPrivate() {
            return new Options(columns, partitions, clusters, properties, comment, true);
        }
    }

    public TestPipeline dataset(String name, DatasetKind kind, Options options) {
        return dataset(name, kind, options, declared(options.columns()));
    }

    public TestPipeline dataset(
            String name, DatasetKind kind, Options options, List<DatasetColumn> columns) {
        DatasetName full =
                kind == DatasetKind.TEMPORARY_VIEW
                        ? DatasetName.of(name)
                        : DatasetName.of(CATALOG, schema, name);
        datasets.add(
                new Dataset(
                        full,
                        kind,
                        options.isPrivate(),
                        columns,
                        List.of(),
                        options.partitions(),
                        options.clusters().isEmpty() ? ClusterBy.NONE : ClusterBy.COLUMNS,
                        options.clusters(),
                        options.comment(),
                        options.properties(),
                        RefreshPolicySpec.AUTO,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        place()));
        return this;
    }

    private static List<DatasetColumn> declared(String ddl) {
        if (ddl.isEmpty()) {
            return List.of();
        }
        List<DatasetColumn> columns = new ArrayList<>();
        for (StructField field : StructType.fromDDL(ddl).fields()) {
            columns.add(
                    new DatasetColumn(
                            field.name(),
                            Optional.of(field.dataType().sql()),
                            field.nullable(),
                            field.metadata().contains("CURRENT_DEFAULT")
                                    ? Optional.of(field.metadata().getString("CURRENT_DEFAULT"))
                                    : Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            field.metadata().contains("comment")
                                    ? Optional.of(field.metadata().getString("comment"))
                                    : Optional.empty()));
        }
        return columns;
    }

    public TestPipeline flow(String name, String target, FlowKind kind, String sql, Input... in) {
        return flow(name, target, kind, sql, Map.of(), in);
    }

    public TestPipeline flow(
            String name,
            String target,
            FlowKind kind,
            String sql,
            Map<String, String> conf,
            Input... in) {
        List<Input> inputs = List.of(in);
        boolean temporary =
                datasets.stream()
                        .anyMatch(
                                dataset ->
                                        dataset.name().equals(DatasetName.of(target))
                                                && dataset.kind() == DatasetKind.TEMPORARY_VIEW);
        flows.add(
                new Flow(
                        name,
                        temporary
                                ? DatasetName.of(target)
                                : DatasetName.of(CATALOG, schema, target),
                        kind,
                        kind == FlowKind.ONCE,
                        new Query(
                                new SqlText(sql, "pipeline.sql", PositionMap.identity()),
                                CATALOG,
                                schema,
                                inputs.stream().anyMatch(Input::streaming),
                                inputs),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        conf,
                        Optional.empty(),
                        place()));
        return this;
    }

    /** Gives the flow that was added last an IMPORT CHECKPOINT. */
    public TestPipeline importCheckpoint(String path) {
        Flow flow = flows.remove(flows.size() - 1);
        flows.add(
                new Flow(
                        flow.name(),
                        flow.target(),
                        flow.kind(),
                        flow.once(),
                        flow.query(),
                        flow.autoCdc(),
                        flow.replace(),
                        flow.comment(),
                        flow.sparkConf(),
                        Optional.of(path),
                        flow.place()));
        return this;
    }

    private Flow resolve(Flow flow) {
        Query query = flow.query();
        return new Flow(
                flow.name(),
                flow.target(),
                flow.kind(),
                flow.once(),
                new Query(
                        query.sql(),
                        query.catalog(),
                        query.schema(),
                        query.streaming(),
                        query.inputs().stream().map(this::resolve).toList()),
                flow.autoCdc(),
                flow.replace(),
                flow.comment(),
                flow.sparkConf(),
                flow.importCheckpoint(),
                flow.place());
    }

    private Input resolve(Input input) {
        if (input.name().parts().size() > 1) {
            return input;
        }
        Optional<Dataset> dataset =
                datasets.stream()
                        .filter(found -> found.name().last().equals(input.name().last()))
                        .findFirst();
        return new Input(
                dataset.isPresent() ? InputKind.DATASET : InputKind.EXTERNAL,
                dataset.map(Dataset::name)
                        .orElse(DatasetName.of(CATALOG, schema, input.name().last())),
                input.streaming(),
                input.options(),
                input.place());
    }

    /** A streaming table with its default flow. */
    public TestPipeline streamingTable(String name, String sql, Input... in) {
        return dataset(name, DatasetKind.STREAMING_TABLE, Options.none())
                .flow(name, name, FlowKind.APPEND, sql, in);
    }

    public TestPipeline streamingTable(String name) {
        return dataset(name, DatasetKind.STREAMING_TABLE, Options.none());
    }

    public TestPipeline materializedView(String name, String sql, Input... in) {
        return dataset(name, DatasetKind.MATERIALIZED_VIEW, Options.none())
                .flow(name, name, FlowKind.MATERIALIZED_VIEW, sql, in);
    }

    public TestPipeline temporaryView(String name, String sql, Input... in) {
        return dataset(name, DatasetKind.TEMPORARY_VIEW, Options.none())
                .flow(name, name, FlowKind.VIEW, sql, in);
    }

    public FlowGraph graph() {
        return new FlowGraph(
                FlowGraph.CURRENT_VERSION,
                "pipeline_" + schema,
                CATALOG,
                schema,
                datasets,
                flows.stream().map(this::resolve).toList());
    }

    public PipelineLocation location() {
        return new PipelineLocation(
                PipelineSession.hadoopUri(storage), SharedSparkSession.warehouse());
    }

    public UpdateResult run() {
        return run(UpdateRequest.refreshAll());
    }

    public UpdateResult run(UpdateRequest request) {
        return new PipelineRunner().run(session(), graph(), location(), request, listener);
    }

    public UpdatePlan plan() {
        return plan(UpdateRequest.refreshAll());
    }

    public UpdatePlan plan(UpdateRequest request) {
        return new PipelineRunner().plan(session(), graph(), location(), request);
    }

    public ResolveResult resolve() {
        return new PipelineRunner().resolve(session(), graph(), location());
    }

    /** Runs SQL with the pipeline's schema as the current one. */
    public List<String> rows(String sql) {
        session().sql("USE " + CATALOG + "." + schema);
        List<String> rows = new ArrayList<>();
        session().sql(sql).collectAsList().forEach(row -> rows.add(row.toString()));
        return rows;
    }

    /** How many versions a table's log has. */
    public long commits(String table) {
        return session().sql("DESCRIBE HISTORY " + schema + "." + table).count();
    }

    /** Columns of {@code DESCRIBE DETAIL}. */
    public String detail(String table, String... columns) {
        return session()
                .sql("DESCRIBE DETAIL " + schema + "." + table)
                .selectExpr(columns)
                .first()
                .toString();
    }

    public void sql(String... statements) {
        session().sql("USE " + CATALOG + "." + schema);
        for (String statement : statements) {
            session().sql(statement);
        }
    }

    private static Place place() {
        return new Place("pipeline.sql", 1, 1, 1, 2);
    }
}
