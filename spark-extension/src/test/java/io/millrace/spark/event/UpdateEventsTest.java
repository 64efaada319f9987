/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static io.millrace.spark.TestPipeline.batch;
import static io.millrace.spark.TestPipeline.stream;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.catalyst.SessionQueries;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.session.PipelineSession;
import io.millrace.spark.storage.StorageFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an update writes into its event log, and the queries that dashboards ask of it. */
class UpdateEventsTest {

    @TempDir Path storage;

    private TestPipeline pipeline;

    @BeforeEach
    void createPipeline() {
        pipeline = new TestPipeline(storage);
        pipeline.sql(
                "CREATE TABLE five (id INT) USING delta",
                "INSERT INTO five SELECT id FROM range(5)",
                "CREATE TABLE seven (id INT) USING delta",
                "INSERT INTO seven SELECT id FROM range(7)");
        pipeline.streamingTable("t")
                .flow("a", "t", FlowKind.APPEND, "SELECT id FROM STREAM five", stream("five"))
                .flow("b", "t", FlowKind.APPEND, "SELECT id FROM STREAM seven", stream("seven"))
                .materializedView("m", "SELECT count(*) AS n FROM t", batch("t"));
    }

    private List<EventHistory.Event> events(String update) {
        return new EventHistory(
                        new StorageFiles(new Configuration(false)),
                        PipelineSession.hadoopUri(storage))
                .update(update)
                .events();
    }

    private List<JsonNode> details(String update, String type) {
        return events(update).stream()
                .filter(event -> event.type().equals(type))
                .map(EventHistory.Event::details)
                .toList();
    }

    private String full(String name) {
        return "spark_catalog." + pipeline.schema() + "." + name;
    }

    @Test
    void countsOfEventsAddUpToTheRowsOfTheTables() {
        UpdateResult first = run();
        pipeline.sql("INSERT INTO five VALUES (5)");
        UpdateResult second = run();

        assertThat(rows(first, "a")).isEqualTo(5);
        assertThat(rows(first, "b")).isEqualTo(7);
        assertThat(rows(first, "m")).isEqualTo(1);
        assertThat(rows(second, "a")).isEqualTo(1);
        assertThat(rows(second, "b")).isZero();
        assertThat(pipeline.rows("SELECT count(*) FROM t")).containsExactly("[13]");
        List<EventHistory.Event> batches =
                events(first.updateId()).stream()
                        .filter(event -> event.isAbout("a"))
                        .filter(event -> event.details().path("metrics").has("source_metrics"))
                        .toList();
        assertThat(batches).hasSize(1);
        JsonNode metrics = batches.get(0).details().path("metrics");
        assertThat(metrics.path("backlog_bytes").asLong(-1)).isZero();
        assertThat(metrics.path("backlog_files").asLong(-1)).isZero();
        assertThat(metrics.path("executor_time_ms").isNumber()).isTrue();
        assertThat(metrics.path("source_metrics").path(0).path("num_input_rows").asLong())
                .isEqualTo(5);
        assertThat(metrics.path("source_metrics").path(0).path("end_offset").toString())
                .contains("reservoirVersion");
        JsonNode origin = batches.get(0).json().path("origin");
        assertThat(origin.path("batch_id").asLong(-1)).isZero();
        assertThat(origin.path("dataset_name").asText()).isEqualTo(full("t"));
        assertThat(origin.path("table_name").asText()).isEqualTo(full("t"));
        assertThat(origin.path("pipeline_id").asText()).isNotEmpty();
        assertThat(origin.path("host").asText()).isNotEmpty();
        assertThat(details(first.updateId(), "stream_progress"))
                .hasSize(2)
                .allSatisfy(
                        event ->
                                assertThat(event.path("progress_json").asText())
                                        .contains("\"numInputRows\""));
    }

    @Test
    void aViewOfThePipelineReadsTheEventsOfTheUpdatesBefore() {
        String id =
                events(run().updateId()).get(0).json().path("origin").path("pipeline_id").asText();
        pipeline.materializedView(
                        "ended",
                        "SELECT count(*) AS n FROM event_log() WHERE event_type ="
                                + " 'update_progress' AND details:update_progress.state ="
                                + " 'COMPLETED'")
                .materializedView(
                        "same",
                        "SELECT count(DISTINCT origin.update_id) AS n FROM event_log('%s')"
                                .formatted(id));

        run();
        assertThat(pipeline.rows("SELECT n FROM ended")).containsExactly("[1]");
        run();

        assertThat(pipeline.rows("SELECT n FROM ended")).containsExactly("[2]");
        assertThat(pipeline.rows("SELECT n FROM same")).containsExactly("[3]");
    }

    private UpdateResult run() {
        UpdateResult result = pipeline.run();
        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
        return result;
    }

    private long rows(UpdateResult update, String flow) {
        return events(update.updateId()).stream()
                .filter(event -> event.isAbout(flow) && event.type().equals("flow_progress"))
                .mapToLong(
                        event -> event.details().path("metrics").path("num_output_rows").asLong())
                .sum();
    }

    @Test
    void theDefinitionOfAPipelineIsThere() {
        UpdateResult result = run();
        JsonNode created = details(result.updateId(), "create_update").get(0);
        assertThat(created.path("cause").asText()).isEqualTo("USER_ACTION");
        assertThat(created.path("config").path("schema").asText()).isEqualTo(pipeline.schema());
        assertThat(created.path("config").path("configuration").has("spark.master")).isTrue();
        assertThat(details(result.updateId(), "user_action").get(0).path("action").asText())
                .isEqualTo("START");
        JsonNode runtime = details(result.updateId(), "runtime_details").get(0);
        assertThat(runtime.path("runtime_version").path("spark_version").asText())
                .isEqualTo(SharedSparkSession.get().version());
        assertThat(runtime.path("runtime_version").path("delta_version").asText()).matches("\\d.*");
        JsonNode view =
                details(result.updateId(), "flow_definition").stream()
                        .filter(flow -> flow.path("output_dataset").asText().equals(full("m")))
                        .findFirst()
                        .orElseThrow();
        assertThat(view.path("input_datasets").path(0).asText()).isEqualTo(full("t"));
        assertThat(view.path("flow_type").asText()).isEqualTo("MATERIALIZED_VIEW");
        assertThat(view.path("explain_text").asText()).contains("Aggregate");
        assertThat(view.path("schema_json").asText()).contains("\"name\":\"n\"");
        JsonNode planned = details(result.updateId(), "planning_information").get(0);
        assertThat(planned.path("technique_information").path(0).path("maintenance_type").asText())
                .isEqualTo("MAINTENANCE_TYPE_COMPLETE_RECOMPUTE");
        assertThat(planned.path("source_table_information").path(0).path("table_name").asText())
                .isEqualTo(full("t"));
        assertThat(
                        details(result.updateId(), "update_progress").stream()
                                .map(event -> event.path("state").asText()))
                .containsExactly("INITIALIZING", "SETTING_UP_TABLES", "RUNNING", "COMPLETED");
    }

    @Test
    void aFlowKeepsItsIdUntilItStartsFromTheBeginning() {
        String first = flowId(run());
        assertThat(flowId(run())).isEqualTo(first);
        UpdateResult again =
                pipeline.run(
                        new UpdateRequest(List.of(), List.of("t"), false, List.of(), true, 16, 0));
        assertThat(flowId(again)).isNotEqualTo(first);
        assertThat(
                        details(again.updateId(), "update_progress").stream()
                                .map(event -> event.path("state").asText()))
                .contains("RESETTING");
    }

    private String flowId(UpdateResult update) {
        return events(update.updateId()).stream()
                .filter(event -> event.isAbout("a"))
                .map(event -> event.json().path("origin").path("flow_id").asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void queriesOfDashboardsWork() {
        UpdateResult result = run();
        SparkSession session =
                Sessions.cloneWith(
                        SharedSparkSession.get(),
                        Map.of(EventLogFunction.STORAGE, PipelineSession.hadoopUri(storage)));
        SessionQueries.register(session, TableFunctions.standard());
        SessionQueries.sql(
                session,
                "CREATE OR REPLACE TEMPORARY VIEW event_log_raw AS SELECT * FROM event_log()");
        SessionQueries.sql(
                session,
                """
                CREATE OR REPLACE TEMPORARY VIEW latest_update AS
                SELECT origin.update_id AS id FROM event_log_raw
                WHERE event_type = 'create_update' ORDER BY timestamp DESC LIMIT 1
                """);
        assertThat(
                        query(
                                session,
                                """
                                SELECT details:flow_definition.output_dataset AS output_dataset,
                                       details:flow_definition.input_datasets AS input_dataset
                                FROM event_log_raw, latest_update
                                WHERE event_type = 'flow_definition'
                                  AND origin.update_id = latest_update.id
                                """))
                .contains("[%s,[\"%s\"]]".formatted(full("m"), full("t")));
        assertThat(
                        query(
                                session,
                                """
                                WITH last_status_per_update AS (
                                  SELECT origin.update_id AS pipeline_update_id,
                                    from_json(details,
                                      'struct<update_progress: struct<state: string>>')
                                      .update_progress.state AS last_update_state,
                                    row_number() OVER (
                                      PARTITION BY origin.update_id ORDER BY timestamp DESC) AS rn
                                  FROM event_log_raw WHERE event_type = 'update_progress')
                                SELECT pipeline_update_id, last_update_state
                                FROM last_status_per_update WHERE rn = 1
                                """))
                .containsExactly("[%s,COMPLETED]".formatted(result.updateId()));
        assertThat(
                        query(
                                session,
                                """
                                SELECT origin.flow_name,
                                  double(details:flow_progress.metrics.backlog_bytes) AS backlog
                                FROM event_log_raw, latest_update
                                WHERE event_type = 'flow_progress'
                                  AND details:flow_progress.metrics.backlog_bytes IS NOT NULL
                                  AND origin.update_id = latest_update.id
                                """))
                .containsExactlyInAnyOrder("[a,0.0]", "[b,0.0]");
        assertThat(
                        query(
                                session,
                                """
                                SELECT row_expectations.dataset, row_expectations.name,
                                  sum(row_expectations.passed_records)
                                FROM (
                                  SELECT explode(from_json(
                                    details:flow_progress:data_quality:expectations,
                                    'array<struct<name: string, dataset: string,
                                      passed_records: int, failed_records: int>>'))
                                    AS row_expectations
                                  FROM event_log_raw WHERE event_type = 'flow_progress')
                                GROUP BY 1, 2
                                """))
                .isEmpty();
        assertThat(
                        query(
                                session,
                                """
                                SELECT details:user_action:action
                                FROM event_log_raw WHERE event_type = 'user_action'
                                """))
                .containsExactly("[START]");
        assertThat(
                        query(
                                session,
                                """
                                SELECT sum(get_json_object(
                                  details:stream_progress.progress_json, '$.numInputRows')::bigint)
                                FROM event_log_raw WHERE event_type = 'stream_progress'
                                """))
                .containsExactly("[12]");
    }

    private static List<String> query(SparkSession session, String sql) {
        return SessionQueries.sql(session, sql).collectAsList().stream()
                .map(Row::toString)
                .toList();
    }
}
