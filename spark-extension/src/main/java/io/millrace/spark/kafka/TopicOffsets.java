/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.kafka.KafkaOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks a broker what the topics of a call hold. The one class that names those of the client. */
final class TopicOffsets {

    /** A broker that does not answer within this is down; the client's own default is a minute. */
    private static final String PATIENCE_MILLIS = "20000";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaArguments arguments;

    private TopicOffsets(KafkaArguments arguments) {
        this.arguments = arguments;
    }

    /**
     * The topics that are there, by name.
     *
     * @throws io.millrace.spark.QueryException when the broker does not tell
     */
    static SortedMap<String, TopicState> now(KafkaArguments arguments) {
        TopicOffsets topics = new TopicOffsets(arguments);
        try (Admin admin = Admin.create(topics.properties())) {
            return topics.describe(admin);
        } catch (ExecutionException e) {
            throw KafkaFailures.explain(e.getCause(), arguments.servers());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking Kafka", e);
        } catch (org.apache.kafka.common.KafkaException e) {
            throw KafkaFailures.explain(e, arguments.servers());
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
        Set<String> known = AdminClientConfig.configNames();
        arguments
                .clientOptions()
                .forEach(
                        (name, value) -> {
                            if (known.contains(name) || name.startsWith("sasl.")) {
                                properties.put(name, value);
                            }
                        });
        return properties;
    }

    private SortedMap<String, TopicState> describe(Admin admin)
            throws ExecutionException, InterruptedException {
        Map<String, List<Integer>> assigned = assigned();
        Map<String, TopicDescription> descriptions = new TreeMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                admin.describeTopics(names(admin, assigned)).topicNameValues().entrySet()) {
            try {
                descriptions.put(topic.getKey(), topic.getValue().get());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        List<TopicPartition> partitions = new ArrayList<>();
        descriptions.forEach(
                (name, description) -> {
                    for (TopicPartitionInfo info : description.partitions()) {
                        if (assigned.isEmpty() || assigned.get(name).contains(info.partition())) {
                            partitions.add(new TopicPartition(name, info.partition()));
                        }
                    }
                });
        return states(admin, descriptions, partitions);
    }

    private SortedMap<String, TopicState> states(
            Admin admin,
            Map<String, TopicDescription> descriptions,
            List<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> earliest = offsets(admin, partitions, OffsetSpec.earliest());
        Map<TopicPartition, Long> latest = offsets(admin, partitions, OffsetSpec.latest());
        SortedMap<String, TopicState> states = new TreeMap<>();
        descriptions.forEach(
                (name, description) -> {
                    SortedMap<Integer, TopicState.Range> ranges = new TreeMap<>();
                    for (TopicPartition partition : partitions) {
                        if (partition.topic().equals(name)) {
                            ranges.put(
                                    partition.partition(),
                                    new TopicState.Range(
                                            earliest.get(partition), latest.get(partition)));
                        }
                    }
                    states.put(name, new TopicState(description.topicId().toString(), ranges));
                });
        return states;
    }

    private Map<TopicPartition, Long> offsets(
            Admin admin, Collection<TopicPartition> partitions, OffsetSpec which)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, which));
        boolean committed =
                arguments
                        .option(KafkaOptions.CLIENT + "isolation.level")
                        .filter("read_committed"::equalsIgnoreCase)
                        .isPresent();
        ListOffsetsOptions options =
                new ListOffsetsOptions(
                        committed
                                ? IsolationLevel.READ_COMMITTED
                                : IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Long> found = new HashMap<>();
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> offset :
                admin.listOffsets(wanted, options).all().get().entrySet()) {
            found.put(offset.getKey(), offset.getValue().offset());
        }
        return found;
    }

    private Collection<String> names(Admin admin, Map<String, List<Integer>> assigned)
            throws ExecutionException, InterruptedException {
        Optional<List<String>> topics = arguments.topics();
        if (topics.isPresent()) {
            return topics.get();
        }
        Optional<String> pattern = arguments.option(KafkaOptions.SUBSCRIBE_PATTERN);
        if (pattern.isEmpty()) {
            return assigned.keySet();
        }
        Pattern wanted = Pattern.compile(pattern.get());
        return admin.listTopics().names().get().stream()
                .filter(name -> wanted.matcher(name).matches())
                .toList();
    }

    /** The partitions of each topic, where they are listed; else nothing. */
    private Map<String, List<Integer>> assigned() {
        Optional<String> text = arguments.option(KafkaOptions.ASSIGN);
        if (text.isEmpty()) {
            return Map.of();
        }
        Map<String, List<Integer>> assigned = new TreeMap<>();
        try {
            for (Map.Entry<String, JsonNode> topic : JSON.readTree(text.get()).properties()) {
                List<Integer> partitions = new ArrayList<>();
                topic.getValue().forEach(partition -> partitions.add(partition.asInt()));
                assigned.put(topic.getKey(), partitions);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("checked before: " + text.get(), e);
        }
        return assigned;
    }
}
