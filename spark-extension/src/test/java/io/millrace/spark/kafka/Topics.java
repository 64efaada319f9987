/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import io.millrace.kafka.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;

/** Topics of the broker that the tests share, made and filled as other programs would. */
public final class Topics implements AutoCloseable {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final String servers = KafkaBroker.shared().servers();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", servers));
    private final KafkaProducer<String, String> producer =
            new KafkaProducer<>(
                    Map.of("bootstrap.servers", servers, "linger.ms", 0),
                    new StringSerializer(),
                    new StringSerializer());

    /** What {@code bootstrapServers} has to be. */
    public String servers() {
        return servers;
    }

    /** A new topic with a name of its own. */
    public String create(int partitions) throws Exception {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        create(name, partitions);
        return name;
    }

    public void create(String name, int partitions) throws Exception {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            try {
                admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
                awaitLeaders(name, partitions, end);
                return;
            } catch (ExecutionException e) {
                // One that was just deleted goes in its own time.
                if (!(e.getCause() instanceof TopicExistsException) || System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    private void awaitLeaders(String name, int partitions, long end) throws Exception {
        while (System.nanoTime() < end) {
            try {
                long ready =
                        admin
                                .describeTopics(List.of(name))
                                .allTopicNames()
                                .get()
                                .get(name)
                                .partitions()
                                .stream()
                                .filter(partition -> partition.leader() != null)
                                .count();
                if (ready == partitions) {
                    return;
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
            }
        }
        throw new IllegalStateException("topic " + name + " is not there");
    }

    /** Adds partitions to a topic. */
    public void extend(String name, int partitions) throws Exception {
        admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all().get();
        awaitLeaders(name, partitions, System.nanoTime() + PATIENCE);
    }

    public void delete(String name) throws Exception {
        admin.deleteTopics(List.of(name)).all().get();
        long end = System.nanoTime() + PATIENCE;
        while (admin.listTopics().names().get().contains(name)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("topic " + name + " is still there");
            }
        }
    }

    /** Sends values to a partition, one record each, keys left out. */
    public void send(String topic, int partition, String... values) throws Exception {
        for (String value : values) {
            producer.send(new ProducerRecord<>(topic, partition, null, value)).get();
        }
    }

    /** Sends one record with everything that a record can have. */
    public void send(String topic, long time, String key, String value, Map<String, String> headers)
            throws Exception {
        List<Header> list = new ArrayList<>();
        headers.forEach(
                (name, text) ->
                        list.add(new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8))));
        producer.send(new ProducerRecord<>(topic, 0, time, key, value, list)).get();
    }

    /** Removes the records of a partition before an offset, as their age would. */
    public void trim(String topic, int partition, long before) throws Exception {
        admin.deleteRecords(
                        Map.of(
                                new TopicPartition(topic, partition),
                                RecordsToDelete.beforeOffset(before)))
                .all()
                .get();
    }

    @Override
    public void close() {
        producer.close();
        admin.close();
    }
}
