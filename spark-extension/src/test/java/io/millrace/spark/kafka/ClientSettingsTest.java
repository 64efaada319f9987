/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.kafka.KafkaOptions;
import io.millrace.compiler.sink.SinkOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;

/** The client that is on the class path has no setting that is taken for a mistyped one. */
class ClientSettingsTest {

    @Test
    void readKafkaTakesTheSettingsOfConsumers() {
        Set<String> refused =
                Set.of(
                        "auto.offset.reset",
                        "enable.auto.commit",
                        "interceptor.classes",
                        "key.deserializer",
                        "value.deserializer");
        Set<String> objections = new TreeSet<>();
        for (String setting : ConsumerConfig.configNames()) {
            if (KafkaOptions.unknown("kafka." + setting).isPresent()) {
                objections.add(setting);
            }
        }
        assertThat(objections).containsExactlyInAnyOrderElementsOf(refused);
    }

    @Test
    void sinksTakeTheSettingsOfProducers() {
        Set<String> objections = new TreeSet<>();
        for (String setting : ProducerConfig.configNames()) {
            Map<String, String> options = new HashMap<>();
            options.put("kafka." + setting, "value");
            options.put("kafka.bootstrap.servers", "host:9092");
            if (!SinkOptions.problems("kafka", options).isEmpty()) {
                objections.add(setting);
            }
        }
        assertThat(objections).containsExactly("key.serializer", "value.serializer");
    }
}
