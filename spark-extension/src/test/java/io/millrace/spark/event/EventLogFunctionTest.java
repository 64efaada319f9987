/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.catalyst.SessionQueries;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.function.TableFunctions;
import io.millrace.spark.storage.StorageFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogFunctionTest {

    @TempDir Path home;

    private SparkSession session;

    @BeforeEach
    void writeEvents() {
        String storage = "file:" + home + "/pipelines/retail";
        session =
                Sessions.cloneWith(
                        SharedSparkSession.get(), Map.of(EventLogFunction.STORAGE, storage));
        SessionQueries.register(session, TableFunctions.standard());
        StorageFiles files = new StorageFiles(new Configuration(false));
        try (EventLog log =
                new EventLog(
                        new EventLog.Update("p1", "retail", "u1", "here"),
                        files.lines(storage + "/events/u1.jsonl"),
                        Clock.systemUTC())) {
            ObjectNode details = EventLog.object();
            details.put("status", "COMPLETED");
            details.putObject("metrics").put("num_output_rows", 42);
            log.write(
                    "flow_progress",
                    EventLevel.INFO,
                    EventOrigin.table("orders").flow("f1", "load"),
                    "Flow `load` is COMPLETED.",
                    details,
                    Optional.empty());
        }
    }

    @Test
    void readsTheColumnsThatDashboardsKnow() {
        Row event =
                query(
                        "SELECT origin.update_id, origin.dataset_name, origin.flow_name, level,"
                                + " event_type, timestamp IS NOT NULL, sequence.data_plane_id.seq_no,"
                                + " details FROM event_log()");
        assertThat(event.toString())
                .isEqualTo(
                        "[u1,orders,load,INFO,flow_progress,true,0,{\"flow_progress\":"
                                + "{\"status\":\"COMPLETED\",\"metrics\":"
                                + "{\"num_output_rows\":42}}}]");
    }

    @Test
    void pathsGoIntoTheDetails() {
        Row event =
                query(
                        "SELECT details:flow_progress.metrics.num_output_rows::bigint FROM"
                                + " event_log() WHERE details:flow_progress.status = 'COMPLETED'");
        assertThat(event.getLong(0)).isEqualTo(42);
    }

    @Test
    void takesTheNameOfAPipelineOrOneOfItsTables() {
        session.range(1).createOrReplaceTempView("orders");
        assertThat(query("SELECT count(*) FROM event_log('retail')").getLong(0)).isEqualTo(1);
        assertThat(query("SELECT count(*) FROM event_log(TABLE(orders))").getLong(0)).isEqualTo(1);
        assertThatThrownBy(() -> query("SELECT * FROM event_log('retial')"))
                .hasMessageContaining("there are no events of a pipeline `retial`");
    }

    @Test
    void leavesOutALineThatIsNotWhole() throws Exception {
        Files.writeString(
                home.resolve("pipelines/retail/events/u1.jsonl"),
                "{\"id\": \"cut of",
                StandardOpenOption.APPEND);
        assertThat(query("SELECT count(id), count(*) FROM event_log()").toString())
                .isEqualTo("[1,1]");
    }

    @Test
    void theQueriesOfTheReferenceWork() throws Exception {
        String page = Files.readString(Path.of("../docs/reference/event-log.md"));
        List<MatchResult> queries =
                Pattern.compile("CREATE MATERIALIZED VIEW \\w+ AS(.*?);", Pattern.DOTALL)
                        .matcher(page)
                        .results()
                        .toList();
        assertThat(queries).hasSize(5);
        for (MatchResult query : queries) {
            SessionQueries.sql(session, query.group(1)).collectAsList();
        }
    }

    private Row query(String sql) {
        List<Row> rows = SessionQueries.sql(session, sql).collectAsList();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }
}
