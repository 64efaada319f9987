/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that become private or public move to where such tables are kept, as they are. */
class VisibilityChangeTest {

    private static final String TABLES =
            """
            CREATE % STREAMING TABLE t;
            CREATE FLOW f AS INSERT INTO t BY NAME SELECT id FROM STREAM $.src WHERE id > 0;
            CREATE FLOW seed AS INSERT INTO ONCE t BY NAME SELECT -1 AS id;
            CREATE STREAMING TABLE reader AS SELECT id FROM STREAM t;
            CREATE % MATERIALIZED VIEW mv AS SELECT count(*) AS n FROM t;
            CREATE MATERIALIZED VIEW twice AS SELECT n * 2 AS n FROM mv;
            """;

    @TempDir private Path storage;
    private SqlPipeline pipeline;

    @BeforeEach
    void makePipeline() {
        pipeline = new SqlPipeline(storage).source("src", "id INT");
    }

    private void define(String text, boolean isPrivate) {
        pipeline.define(text.replace("CREATE %", isPrivate ? "CREATE PRIVATE" : "CREATE"));
    }

    private Path privateTable(String name) {
        return storage.resolve("private").resolve(pipeline.schema()).resolve(name);
    }

    private Path publicTable(String name) {
        return Path.of(SharedSparkSession.warehouse().replaceFirst("^file:", ""))
                .resolve(pipeline.schema() + ".db")
                .resolve(name);
    }

    private List<String> rows(Path table, String columns) {
        return pipeline.query("SELECT %s FROM delta.`%s` ORDER BY 1".formatted(columns, table));
    }

    private List<String> inCatalog(String name) {
        return pipeline.query("SHOW TABLES IN $ LIKE '%s'".formatted(name));
    }

    private UpdatePlan plan() {
        return pipeline.plan(UpdateRequest.refreshAll());
    }

    private static DatasetPlan of(UpdatePlan plan, String dataset) {
        return plan.datasets().stream()
                .filter(found -> found.name().equals(dataset))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTableMovesWithAllThatIsKnownOfItAndItsReadersGoOn() {
        define(TABLES, true);
        pipeline.append("(1)");
        pipeline.run();
        assertThat(rows(privateTable("t"), "id")).containsExactly("-1", "1");

        define(TABLES, false);
        UpdatePlan plan = plan();
        assertThat(plan.errors()).isEmpty();
        assertThat(plan.refusals()).isEmpty();
        assertThat(of(plan, "t").changes())
                .containsExactly("was private, becomes public: its table moves");
        assertThat(of(plan, "t").hasChanges()).isTrue();
        assertThat(of(plan, "mv").changes()).hasSize(1);
        assertThat(of(plan, "reader").hasChanges()).isFalse();
        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
        assertThat(plan().hasChanges()).isFalse();
        pipeline.append("(2)");
        pipeline.run();
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id"))
                .containsExactly("-1", "1", "2");
        assertThat(pipeline.query("SELECT id FROM $.reader ORDER BY id"))
                .containsExactly("-1", "1", "2");
        assertThat(pipeline.query("SELECT n FROM $.mv")).containsExactly("3");
        assertThat(privateTable("t")).doesNotExist();

        define(TABLES, true);
        assertThat(of(plan(), "t").changes())
                .containsExactly("was public, becomes private: its table moves");
        pipeline.append("(3)");
        pipeline.run();
        assertThat(rows(privateTable("t"), "id")).containsExactly("-1", "1", "2", "3");
        assertThat(pipeline.query("SELECT id FROM $.reader ORDER BY id"))
                .containsExactly("-1", "1", "2", "3");
        assertThat(pipeline.query("SELECT n FROM $.twice")).containsExactly("8");
        assertThat(inCatalog("t")).isEmpty();
        assertThat(inCatalog("mv")).isEmpty();
        assertThat(publicTable("t")).doesNotExist();
        assertThat(plan().hasChanges()).isFalse();
    }

    @Test
    void quarantineTablesMoveWithTheirTables() {
        String text =
                """
                CREATE % STREAMING TABLE t(
                  CONSTRAINT small EXPECT (id < 10) ON VIOLATION QUARANTINE ROW INTO bad);
                CREATE FLOW f AS INSERT INTO t BY NAME SELECT id FROM STREAM $.src;
                """;
        define(text, true);
        pipeline.append("(1), (10)");
        pipeline.run();
        define(text, false);
        pipeline.append("(2), (20)");
        pipeline.run();
        assertThat(pipeline.query("SELECT id FROM $.bad ORDER BY id")).containsExactly("10", "20");
        define(text, true);
        pipeline.append("(3), (30)");
        pipeline.run();
        assertThat(rows(privateTable("bad"), "id")).containsExactly("10", "20", "30");
        assertThat(rows(privateTable("t"), "id")).containsExactly("1", "2", "3");
        assertThat(pipeline.query("SHOW TABLES IN $")).hasSize(1);
    }

    @Test
    void targetsOfAutoCdcMoveWithWhatTheyRemember() {
        String text =
                """
                CREATE % STREAMING TABLE t;
                CREATE FLOW f AS AUTO CDC INTO t FROM STREAM $.src KEYS (id) SEQUENCE BY id;
                CREATE MATERIALIZED VIEW reader AS SELECT count(*) AS n FROM t;
                """;
        define(text, true);
        pipeline.append("(1), (2)");
        pipeline.run();
        define(text, false);
        pipeline.append("(2), (3)");
        pipeline.run();
        assertThat(pipeline.query("SELECT id FROM $.t ORDER BY id")).containsExactly("1", "2", "3");
        assertThat(privateTable("t")).doesNotExist();
        define(text, true);
        pipeline.append("(4)");
        pipeline.run();
        assertThat(pipeline.query("SELECT n FROM $.reader")).containsExactly("4");
        assertThat(inCatalog("t")).isEmpty();
        assertThat(privateTable("t")).exists();
    }

    @Test
    void aTableMayGetAnotherNameInTheSameUpdate() {
        define(TABLES, true);
        pipeline.append("(1)");
        pipeline.run();
        String renamed =
                TABLES.replace("TABLE t", "TABLE u")
                        .replace("INTO t", "INTO u")
                        .replace("ONCE t", "ONCE u")
                        .replace("STREAM t", "STREAM u")
                        .replace("FROM t", "FROM u");
        define(renamed, false);
        PipelineRejectedException undecided =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run());
        assertThat(undecided.diagnostics().get(0).code()).isEqualTo("MILLRACE_RENAME_UNDECIDED");
        UpdateRequest rename = UpdateRequest.refreshAll().withRename("t", "u");
        DatasetPlan plan = of(pipeline.plan(rename), "u");
        assertThat(plan.change()).isEqualTo(Change.RENAMED);
        assertThat(plan.changes()).containsExactly("was private, becomes public: its table moves");
        pipeline.append("(2)");
        pipeline.complete(rename);
        pipeline.append("(3)");
        pipeline.run();
        assertThat(pipeline.query("SELECT id FROM $.reader ORDER BY id"))
                .isEqualTo(pipeline.query("SELECT id FROM $.u ORDER BY id"))
                .containsExactly("-1", "1", "2", "3");
        assertThat(privateTable("t")).doesNotExist();
    }

    @Test
    void twoTablesAreRefusedByTheirFolders() {
        define(TABLES, true);
        pipeline.append("(1)");
        pipeline.run();
        pipeline.query("CREATE TABLE delta.`%s` (id INT) USING delta".formatted(publicTable("t")));
        define(TABLES, false);

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.run());
        RunDiagnostic error = rejected.diagnostics().get(0);
        assertThat(error.code()).isEqualTo("MILLRACE_TABLE_NOT_MOVED");
        assertThat(error.message())
                .contains("`t` was private and becomes public", "" + privateTable("t"))
                .contains("" + publicTable("t"));

        new StorageFiles(new Configuration()).deleteTree(publicTable("t").toString());
        pipeline.run();
        assertThat(pipeline.query("SELECT id FROM $.reader ORDER BY id"))
                .containsExactly("-1", "1");
    }

    @Test
    void aTableThatWasMovedByAnUpdateThatDiedMovesBack() throws IOException {
        define(TABLES, true);
        pipeline.append("(1)");
        pipeline.run();
        Files.createDirectories(publicTable("t").getParent());
        Files.move(privateTable("t"), publicTable("t"));

        assertThat(pipeline.run()).extracting(FlowResult::status).containsOnly(FlowStatus.IDLE);
        assertThat(rows(privateTable("t"), "id")).containsExactly("-1", "1");
        assertThat(publicTable("t")).doesNotExist();
    }
}
