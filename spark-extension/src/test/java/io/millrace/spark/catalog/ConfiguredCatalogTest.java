/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.KeptCatalog;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines in catalogs that are configured beside Spark's own. */
class ConfiguredCatalogTest {

    private static final String SQL =
            """
            CREATE STREAMING TABLE orders AS SELECT id, id % 3 AS store FROM STREAM spark_catalog.$.feed;
            CREATE TEMPORARY VIEW big AS SELECT * FROM orders WHERE id > 1;
            CREATE MATERIALIZED VIEW totals AS SELECT store, count(*) AS n FROM big GROUP BY store;
            """;

    private final String schema = "k" + UUID.randomUUID().toString().replace("-", "");

    @TempDir private Path folder;

    @Test
    void tablesGoToTheCatalogThatThePipelineNamesAndAreFoundAgain() {
        SparkSession session = session(KeptCatalog.class.getName());
        KeptCatalog.schema(schema, PipelineSession.hadoopUri(folder.resolve("lake")));
        feed(session, 5);

        UpdateResult first = run(session, SQL);

        assertThat(first.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(count(session, "lake.%s.orders")).isEqualTo(5);
        assertThat(KeptCatalog.location(schema, "orders"))
                .isEqualTo(PipelineSession.hadoopUri(folder.resolve("lake").resolve("orders")));
        assertThat(folder.resolve("lake").resolve("totals").resolve("_delta_log")).isDirectory();

        SparkSession other = session(KeptCatalog.class.getName());
        feed(other, 2);
        UpdateResult second = run(other, SQL);

        assertThat(second.flows())
                .extracting(flow -> flow.name() + " " + flow.outputRows().orElse(-1L))
                .contains("orders 2");
        assertThat(count(other, "lake.%s.orders")).isEqualTo(7);
        assertThat(
                        other.table("lake." + schema + ".totals")
                                .selectExpr("sum(n)")
                                .first()
                                .getLong(0))
                .isEqualTo(3);
    }

    @Test
    void aFullRefreshKeepsTheTableInItsPlace() {
        SparkSession session = session(KeptCatalog.class.getName());
        feed(session, 4);
        run(session, SQL);
        String before = KeptCatalog.location(schema, "orders");

        UpdateResult refreshed =
                new PipelineRunner()
                        .run(
                                session,
                                graph(SQL),
                                location(),
                                new UpdateRequest(
                                        List.of(), List.of(), true, List.of(), false, 16, 0),
                                UpdateListener.NONE);

        assertThat(refreshed.status()).isEqualTo(UpdateStatus.COMPLETED);
        assertThat(KeptCatalog.location(schema, "orders")).isEqualTo(before);
        assertThat(count(session, "lake.%s.orders")).isEqualTo(4);
    }

    @Test
    void aSchemaWithoutAFolderIsMadeUnderTheWarehouse() {
        SparkSession session = session(KeptCatalog.class.getName());
        feed(session, 1);

        run(session, SQL);

        assertThat(KeptCatalog.location(schema, "orders"))
                .isEqualTo(SharedSparkSession.warehouse() + "/lake/" + schema + ".db/orders");
        assertThat(count(session, "lake.%s.orders")).isEqualTo(1);
    }

    @Test
    void deltasOwnCatalogUnderAnotherNameIsRefused() {
        RunDiagnostic problem =
                rejection(session("org.apache.spark.sql.delta.catalog.DeltaCatalog"), SQL);

        assertThat(problem.code()).isEqualTo("MILLRACE_CATALOG_UNUSABLE");
        assertThat(problem.message())
                .isEqualTo(
                        "the catalog `lake` cannot hold the tables of a pipeline: its class"
                                + " org.apache.spark.sql.delta.catalog.DeltaCatalog works as Spark's"
                                + " own catalog only, as spark.sql.catalog.spark_catalog");
        assertThat(problem.hint().orElse("")).contains("`catalog: spark_catalog`");
    }

    @Test
    void aCatalogThatIsNotConfiguredIsNamed() {
        RunDiagnostic problem = rejection(SharedSparkSession.get().newSession(), SQL);

        assertThat(problem.message())
                .isEqualTo(
                        "the catalog `lake` cannot hold the tables of a pipeline: there is no"
                                + " setting spark.sql.catalog.lake");
    }

    @Test
    void aCatalogWhoseClassIsMissingIsNamed() {
        RunDiagnostic problem = rejection(session("com.example.NoSuchCatalog"), SQL);

        assertThat(problem.message())
                .contains("spark.sql.catalog.lake = com.example.NoSuchCatalog cannot be loaded");
    }

    @Test
    void aCatalogOfAnotherKindOfTablesIsRefused() {
        String jdbc = "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog";
        SparkSession session = session(jdbc);
        session.conf().set("spark.sql.catalog.lake.url", "jdbc:none:x");
        session.conf().set("spark.sql.catalog.lake.driver", "com.example.NoDriver");

        assertThat(rejection(session, SQL).code()).isEqualTo("MILLRACE_CATALOG_UNUSABLE");
    }

    @Test
    void publishedViewsStayInSparksOwnCatalog() {
        RunDiagnostic problem =
                rejection(
                        session(KeptCatalog.class.getName()),
                        "CREATE MATERIALIZED VIEW m AS SELECT 1 AS a;\n"
                                + "CREATE VIEW v AS SELECT * FROM m;");

        assertThat(problem.message())
                .isEqualTo(
                        "the view `lake.%s.v` cannot be kept in the catalog `lake`: views are kept in `spark_catalog` only"
                                .formatted(schema));
        assertThat(problem.statement())
                .hasValueSatisfying(place -> assertThat(place.line()).isEqualTo(2));
    }

    private SparkSession session(String catalog) {
        SparkSession session = SharedSparkSession.get().newSession();
        session.conf().set("spark.sql.catalog.lake", catalog);
        return session;
    }

    private void feed(SparkSession session, int rows) {
        session.sql("CREATE SCHEMA IF NOT EXISTS spark_catalog." + schema);
        String table = "spark_catalog." + schema + ".feed";
        session.sql("CREATE TABLE IF NOT EXISTS " + table + " (id BIGINT) USING delta");
        session.sql("INSERT INTO %s SELECT id FROM range(%d)".formatted(table, rows));
    }

    private long count(SparkSession session, String table) {
        return session.sql("SELECT * FROM " + table.formatted(schema)).count();
    }

    private RunDiagnostic rejection(SparkSession session, String sql) {
        List<RunDiagnostic> dry =
                new PipelineRunner().resolve(session, graph(sql), location()).diagnostics();
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> run(session, sql));
        assertThat(rejected.diagnostics()).isEqualTo(dry).hasSize(1);
        assertThat(folder.resolve("storage").resolve("checkpoints")).doesNotExist();
        return rejected.diagnostics().get(0);
    }

    private UpdateResult run(SparkSession session, String sql) {
        return new PipelineRunner()
                .run(
                        session,
                        graph(sql),
                        location(),
                        UpdateRequest.refreshAll(),
                        UpdateListener.NONE);
    }

    private PipelineLocation location() {
        return new PipelineLocation(
                PipelineSession.hadoopUri(folder.resolve("storage")),
                SharedSparkSession.warehouse());
    }

    private FlowGraph graph(String sql) {
        CompileResult compiled =
                PipelineCompiler.compile(
                        List.of(SourceFile.of("pipeline.sql", sql.replace("$", schema))),
                        new CompileOptions("lake_test", "lake", schema, Map.of(), Map.of()));
        assertThat(compiled.diagnostics()).isEmpty();
        return compiled.graph().orElseThrow();
    }
}
