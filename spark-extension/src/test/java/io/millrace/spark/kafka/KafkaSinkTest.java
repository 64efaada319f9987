/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sinks of the format {@code kafka}, against a real broker. */
class KafkaSinkTest {

    @TempDir Path storage;

    private final Topics topics = new Topics();
    private SqlPipeline pipeline;
    private String topic;

    @BeforeEach
    void newPipeline() throws Exception {
        pipeline = new SqlPipeline(storage).source("src", "id INT, v STRING");
        topic = topics.create(1);
        define(topic);
    }

    @AfterEach
    void disconnect() {
        topics.close();
    }

    private void define(String into) {
        pipeline.define(
                """
                CREATE SINK out USING kafka
                OPTIONS ('kafka.bootstrap.servers' = '%s', 'topic' = '%s', 'kafka.max.block.ms' = '5000');
                CREATE FLOW send AS INSERT INTO SINK out BY NAME
                SELECT v AS key, to_json(struct(id, v)) AS value,
                  array(named_struct('key', 'n', 'value', id::string::binary)) AS headers
                FROM STREAM $.src;
                CREATE FLOW first AS INSERT ONCE INTO SINK out BY NAME SELECT 'hello' AS value;
                """
                        .formatted(topics.servers(), into));
    }

    private List<String> sent() {
        return SharedSparkSession.get()
                .read()
                .format("kafka")
                .option("kafka.bootstrap.servers", topics.servers())
                .option("subscribe", topic)
                .option("includeHeaders", "true")
                .load()
                .selectExpr(
                        "key::string",
                        "value::string",
                        "headers[0].key",
                        "headers[0].value::string")
                .collectAsList()
                .stream()
                .map(Row::toString)
                .sorted()
                .toList();
    }

    private static FlowResult flow(List<FlowResult> flows, String name) {
        return flows.stream().filter(flow -> flow.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void eachRowIsSentOnceAndAgainAfterAFullRefreshThatWarns() {
        pipeline.feed("(1, 'a'), (2, 'b')");
        String hello = "[null,hello,null,null]";
        String one = "[a,{\"id\":1,\"v\":\"a\"},n,1]";
        String two = "[b,{\"id\":2,\"v\":\"b\"},n,2]";
        assertThat(sent()).containsExactly(one, two, hello);
        List<FlowResult> idle = pipeline.run();
        assertThat(flow(idle, "send").status()).isEqualTo(FlowStatus.IDLE);
        assertThat(flow(idle, "first").status()).isEqualTo(FlowStatus.IDLE);
        assertThat(sent()).hasSize(3);

        pipeline.complete(
                new UpdateRequest(List.of(), List.of("out"), false, List.of(), false, 1, 0));
        assertThat(pipeline.warnings()).anyMatch(text -> text.contains("once more"));
        assertThat(sent()).containsExactly(one, one, two, two, hello, hello);
    }

    @Test
    void whatCouldNotBeSentIsSentByTheNextUpdate() {
        define("nowhere");
        pipeline.append("(1, 'a')");
        FlowError error =
                flow(pipeline.update(UpdateRequest.refreshAll()).flows(), "send")
                        .error()
                        .orElseThrow();
        assertThat(error.code()).startsWith("MILLRACE_KAFKA_");
        assertThat(error.message()).contains("nowhere");
        define(topic);
        pipeline.feed("(2, 'b')");
        assertThat(sent()).hasSize(3);
    }
}
