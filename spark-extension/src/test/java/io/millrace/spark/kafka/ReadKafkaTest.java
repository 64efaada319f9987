/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.ContinuousMode;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.plan.SourcePlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code read_kafka} reads, against a real broker. */
class ReadKafkaTest {

    private static Topics topics;

    @TempDir Path storage;

    private SqlPipeline pipeline;

    @BeforeAll
    static void connect() {
        topics = new Topics();
    }

    @AfterAll
    static void disconnect() {
        topics.close();
    }

    @BeforeEach
    void newPipeline() {
        pipeline = new SqlPipeline(storage);
    }

    /** A call of read_kafka with more arguments behind the servers. */
    private static String read(String arguments) {
        return "read_kafka(bootstrapServers => '%s', %s)".formatted(topics.servers(), arguments);
    }

    private void define(String... statements) {
        pipeline.define(String.join(";\n", statements));
    }

    @Test
    void aStreamReadsEachRecordOnceAndIsIdleWhenThereIsNothingNew() throws Exception {
        String topic = topics.create(2);
        define(
                "CREATE STREAMING TABLE t AS SELECT value::string AS v, partition, offset"
                        + " FROM STREAM "
                        + read("subscribe => '" + topic + "', startingOffsets => 'earliest'"));
        topics.send(topic, 0, "a", "b");
        topics.send(topic, 1, "c");
        assertThat(waiting()).containsExactly("topics 3");
        assertThat(flow(pipeline.run()).outputRows()).contains(3L);
        assertThat(flow(pipeline.run()).status()).isEqualTo(FlowStatus.IDLE);
        topics.send(topic, 1, "d");
        topics.extend(topic, 3);
        topics.send(topic, 2, "e");
        assertThat(waiting()).containsExactly("topics 2");
        assertThat(flow(pipeline.run()).outputRows()).contains(2L);
        assertThat(pipeline.query("SELECT v, partition, offset FROM $.t ORDER BY v"))
                .containsExactly("a,0,0", "b,0,1", "c,1,0", "d,1,1", "e,2,0");
        assertThat(flow(pipeline.run()).status()).isEqualTo(FlowStatus.IDLE);
    }

    private List<String> waiting() {
        return pipeline.plan(UpdateRequest.refreshAll()).datasets().stream()
                .flatMap(dataset -> dataset.flows().stream())
                .flatMap(flow -> flow.reads().stream())
                .map(ReadKafkaTest::words)
                .toList();
    }

    private static String words(SourcePlan source) {
        return source.kind() + " " + source.rows().orElse(-1);
    }

    @Test
    void aStreamBeginsWithTheRecordsThatComeNextUnlessToldOtherwise() throws Exception {
        String topic = topics.create(1);
        define(
                "CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM "
                        + read("subscribe => '" + topic + "'"));
        topics.send(topic, 0, "before");
        pipeline.run();
        topics.send(topic, 0, "after");
        pipeline.run();
        assertThat(pipeline.query("SELECT v FROM $.t")).containsExactly("after");
    }

    @Test
    void keysHeadersTimesAndJsonPayloadsAreThere() throws Exception {
        String topic = topics.create(1);
        long time = Instant.parse("2024-01-31T12:00:00Z").toEpochMilli();
        topics.send(topic, time, "k1", "{\"id\": 7, \"tags\": [\"x\", \"y\"]}", Map.of("h", "v"));
        topics.send(topic, time + 1, null, "{broken", Map.of());
        define(
                "CREATE STREAMING TABLE t AS"
                        + " SELECT key::string AS k, topic, timestamp, timestampType AS tt,"
                        + " headers[0].key AS hk, headers[0].value::string AS hv,"
                        + " from_json(value::string, 'id INT, tags ARRAY<STRING>') AS j FROM STREAM "
                        + read(
                                "subscribe => '"
                                        + topic
                                        + "', startingOffsets => 'earliest', includeHeaders => true"));
        pipeline.run();
        assertThat(
                        pipeline.query(
                                "SELECT k, topic = '"
                                        + topic
                                        + "', timestamp, tt, hk, hv, j.id, j.tags[1] FROM $.t"
                                        + " ORDER BY timestamp"))
                .containsExactly(
                        "k1,true,2024-01-31 12:00:00.0,0,h,v,7,y",
                        "null,true,2024-01-31 12:00:00.001,0,null,null,null,null");
    }

    @Test
    void batchesReadTheRangeThatIsAskedForAndAreNotRepeatedWithoutNeed() throws Exception {
        String topic = topics.create(1);
        for (int i = 0; i < 4; i++) {
            topics.send(topic, 1_700_000_000_000L + i * 1000, null, "r" + i, Map.of());
        }
        Map<String, String> ranges = new TreeMap<>();
        ranges.put("everything", "");
        ranges.put(
                "offsets",
                ", startingOffsets => '{\"%s\": {\"0\": 1}}', endingOffsets => '{\"%s\": {\"0\": 3}}'"
                        .formatted(topic, topic));
        ranges.put("since", ", startingTimestamp => 1700000002000");
        ranges.put("until", ", endingTimestamp => TIMESTAMP '2023-11-14 22:13:22'");
        StringBuilder sql = new StringBuilder();
        ranges.forEach(
                (name, range) ->
                        sql.append("CREATE MATERIALIZED VIEW ")
                                .append(name)
                                .append(" AS SELECT value::string AS v FROM ")
                                .append(read("subscribe => '" + topic + "'" + range))
                                .append(";\n"));
        pipeline.define(sql.toString());
        pipeline.run();
        assertThat(rows("everything")).containsExactly("r0", "r1", "r2", "r3");
        assertThat(rows("offsets")).containsExactly("r1", "r2");
        assertThat(rows("since")).containsExactly("r2", "r3");
        assertThat(rows("until")).containsExactly("r0", "r1");
        assertThat(pipeline.run())
                .allSatisfy(flow -> assertThat(flow.technique()).contains("NO_OP"));
        topics.send(topic, 0, "r4");
        pipeline.run();
        assertThat(rows("everything")).hasSize(5);
    }

    private List<String> rows(String table) {
        return pipeline.query("SELECT v FROM $.%s ORDER BY v".formatted(table));
    }

    @Test
    void topicsThatFitAPatternAreReadFromTheirBeginningWhenTheyCome() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, "a");
        define(
                "CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM "
                        + read(
                                "subscribePattern => '"
                                        + topic
                                        + ".*', startingOffsets => 'earliest',"
                                        + " `kafka.metadata.max.age.ms` => 100"),
                "CREATE STREAMING TABLE one AS SELECT value::string AS v FROM STREAM "
                        + read(
                                "assign => '{\""
                                        + topic
                                        + "\": [0]}', startingOffsets => 'earliest'"));
        pipeline.run();
        topics.create(topic + "-2", 1);
        topics.send(topic + "-2", 0, "b");
        pipeline.run();
        assertThat(rows("t")).containsExactly("a", "b");
        assertThat(rows("one")).containsExactly("a");
    }

    @Test
    void aBatchThatFailedIsReadAgainAndWhatWasWrittenIsNot() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, "1", "2", "x", "4", "5");
        String source =
                read(
                        "subscribe => '"
                                + topic
                                + "', startingOffsets => 'earliest', maxOffsetsPerTrigger => 2");
        define("CREATE STREAMING TABLE t AS SELECT value::string::int AS v FROM STREAM " + source);
        assertThat(flow(pipeline.update(UpdateRequest.refreshAll()).flows()).status())
                .isEqualTo(FlowStatus.FAILED);
        assertThat(rows("t")).containsExactly("1", "2");
        define(
                "CREATE STREAMING TABLE t AS SELECT try_cast(value::string AS int) AS v FROM"
                        + " STREAM "
                        + source);
        pipeline.run();
        assertThat(rows("t")).containsExactly("null", "1", "2", "4", "5");
    }

    /** Spark's own name of the source works too, through a table of the catalog. */
    @Test
    void aContinuousUpdateReadsRecordsAsTheyCome() throws Exception {
        String topic = topics.create(1);
        define(
                "CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM "
                        + read("subscribe => '" + topic + "', startingOffsets => 'earliest'"),
                "CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n, max(v) AS v FROM t");
        topics.send(topic, 0, "a");
        var mode = new ContinuousMode(Optional.of(Duration.ofMillis(200)));
        UpdateRequest request = UpdateRequest.refreshAll().withContinuous(Optional.of(mode));
        var update = new FutureTask<>(() -> pipeline.update(request));
        Thread thread = new Thread(update, "continuous-update");
        thread.start();
        try {
            await(update, "1,a");
            topics.send(topic, 0, "b");
            await(update, "2,b");
            topics.extend(topic, 2);
            topics.send(topic, 1, "c", "d");
            await(update, "4,d");
        } finally {
            thread.interrupt();
            thread.join();
        }
        UpdateResult stopped = update.get();
        assertThat(stopped.status()).isEqualTo(UpdateStatus.CANCELED);
        assertThat(stopped.flows().get(0).outputRows()).contains(4L);
        assertThat(pipeline.run().get(0).status()).isEqualTo(FlowStatus.IDLE);
        topics.send(topic, 0, "e");
        assertThat(pipeline.run().get(0).outputRows()).contains(1L);
        assertThat(pipeline.query("SELECT v FROM $.t ORDER BY v"))
                .containsExactly("a", "b", "c", "d", "e");
    }

    private void await(FutureTask<UpdateResult> update, String row) throws Exception {
        var catalog = SharedSparkSession.get().catalog();
        while (!catalog.tableExists(pipeline.schema() + ".m")
                || !pipeline.query("SELECT * FROM $.m").contains(row)) {
            if (update.isDone()) {
                throw new AssertionError("the update has ended: " + update.get());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Test
    void settingsOfSaslGoToTheClientAndTheirSecretsIntoNoMessage() throws Exception {
        String topic = topics.create(1);
        String jaas =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"me\""
                        + " password=\"sesame\";";
        define(
                "CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM "
                        + read(
                                "subscribe => '%s', `kafka.security.protocol` => 'SASL_PLAINTEXT',"
                                                .formatted(topic)
                                        + " `kafka.sasl.mechanism` => 'PLAIN',"
                                        + " `kafka.sasl.jaas.config` => '"
                                        + jaas
                                        + "', `kafka.request.timeout.ms` => '2000',"
                                        + " `kafka.default.api.timeout.ms` => '2000'"));
        // The broker speaks no SASL: that it is spoken to in SASL is why it does not answer.
        FlowError error =
                flow(pipeline.update(UpdateRequest.refreshAll()).flows()).error().orElseThrow();
        assertThat(error.code()).isIn("MILLRACE_KAFKA_UNREACHABLE", "MILLRACE_KAFKA_DENIED");
        assertThat(error.message()).doesNotContain("sesame");
    }

    @Test
    void aTableOfTheKafkaFormatIsStreamed() throws Exception {
        String topic = topics.create(1);
        topics.send(topic, 0, "a");
        String schema = pipeline.schema();
        io.millrace.spark.SharedSparkSession.get()
                .sql(
                        "CREATE TABLE %s.feed USING kafka OPTIONS (`kafka.bootstrap.servers` '%s', subscribe '%s', startingOffsets 'earliest')"
                                .formatted(schema, topics.servers(), topic));
        define("CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM $.feed");
        pipeline.run();
        topics.send(topic, 0, "b");
        pipeline.run();
        assertThat(rows("t")).containsExactly("a", "b");
    }

    private static FlowResult flow(List<FlowResult> flows) {
        assertThat(flows).hasSize(1);
        return flows.get(0);
    }
}
