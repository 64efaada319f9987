/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.kafka.KafkaBroker;
import io.millrace.spark.FlowError;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.cdc.SqlPipeline;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when Kafka no longer has what a flow wants, or is not there. */
class KafkaLossTest {

    @TempDir Path storage;

    private final Topics topics = new Topics();
    private SqlPipeline pipeline;
    private String topic;

    @BeforeEach
    void newPipeline() throws Exception {
        pipeline = new SqlPipeline(storage);
        topic = topics.create(1);
        topics.send(topic, 0, "a", "b");
        define("");
    }

    @AfterEach
    void disconnect() {
        topics.close();
    }

    private void define(String more) {
        pipeline.define(
                ("CREATE STREAMING TABLE t AS SELECT value::string AS v FROM STREAM"
                                + " read_kafka(bootstrapServers => '%s', subscribe => '%s',"
                                + " startingOffsets => 'earliest'%s)")
                        .formatted(topics.servers(), topic, more));
    }

    private FlowError failure() {
        return pipeline.update(UpdateRequest.refreshAll()).flows().get(0).error().orElseThrow();
    }

    private List<String> rows() {
        return pipeline.query("SELECT v FROM $.t ORDER BY v");
    }

    @Test
    void recordsThatAgedAwayFailTheFlowUntilItIsToldToGoOn() throws Exception {
        pipeline.run();
        topics.send(topic, 0, "c", "d", "e");
        topics.trim(topic, 0, 4);
        FlowError error = failure();
        assertThat(error.code()).isEqualTo("MILLRACE_SOURCE_DATA_LOST");
        assertThat(error.message())
                .contains("records 2 to 3 of partition 0 of `%s` are gone".formatted(topic))
                .contains("failOnDataLoss => false")
                .contains("--full-refresh t");
        assertThat(rows()).containsExactly("a", "b");

        define(", failOnDataLoss => false");
        pipeline.run();
        assertThat(pipeline.warnings())
                .singleElement()
                .asString()
                .contains("goes on without")
                .contains("records 2 to 3");
        assertThat(rows()).containsExactly("a", "b", "e");
    }

    @Test
    void aFullRefreshThatWouldLoseRowsIsRefused() throws Exception {
        pipeline.run();
        topics.trim(topic, 0, 1);
        UpdateRequest full = request(List.of("t"), List.of());
        PipelineRejectedException refused =
                catchThrowableOfType(PipelineRejectedException.class, () -> pipeline.update(full));
        assertThat(refused.getMessage()).contains("%s-0: 0 to 0".formatted(topic));
        pipeline.complete(full.withForce());
        assertThat(rows()).containsExactly("b");
    }

    private static UpdateRequest request(List<String> fullRefresh, List<String> reset) {
        return new UpdateRequest(List.of(), fullRefresh, false, reset, false, 1, 0);
    }

    @Test
    void aTopicThatWasCreatedAgainIsToldFromTheOneThatWasRead() throws Exception {
        pipeline.run();
        topics.delete(topic);
        assertThat(failure().message())
                .contains("topic `%s` is not there any more".formatted(topic));
        topics.create(topic, 1);
        topics.send(topic, 0, "x", "y", "z");
        assertThat(failure().message())
                .contains("topic `%s` was deleted and created again".formatted(topic));
        pipeline.complete(request(List.of(), List.of("t")));
        assertThat(rows()).containsExactly("a", "b", "x", "y", "z");
    }

    @Test
    void aMissingTopicIsNamed() throws Exception {
        topics.delete(topic);
        FlowError error = failure();
        assertThat(error.code()).isEqualTo(RunErrorCode.MILLRACE_KAFKA_TOPIC_MISSING.name());
        assertThat(error.message())
                .contains("there is no topic `%s` at %s".formatted(topic, topics.servers()));
    }

    @Test
    void aBrokerThatIsDownFailsTheFlowAndTheNextUpdateGoesOn() throws Exception {
        pipeline.run();
        topics.send(topic, 0, "c");
        define(", `kafka.default.api.timeout.ms` => 1000, `kafka.request.timeout.ms` => 1000");
        KafkaBroker.shared().close();
        FlowError error;
        try {
            error = failure();
        } finally {
            KafkaBroker.shared().start();
        }
        assertThat(error.code()).isEqualTo(RunErrorCode.MILLRACE_KAFKA_UNREACHABLE.name());
        assertThat(error.message()).contains(topics.servers());
        pipeline.run();
        assertThat(rows()).containsExactly("a", "b", "c");
    }
}
