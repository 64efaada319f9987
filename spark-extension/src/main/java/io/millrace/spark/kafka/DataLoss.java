/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What topics no longer have that a stream needs, in words. */
final class DataLoss {

    private DataLoss() {}

    /**
     * What a stream has still to read and cannot.
     *
     * @param reached what it reads next
     * @param kept the topics as it knows them
     */
    static List<String> ahead(Offsets reached, KeptTopics kept, Map<String, TopicState> now) {
        List<String> losses = new ArrayList<>();
        reached.byTopic()
                .forEach(
                        (name, partitions) -> {
                            TopicState topic = now.get(name);
                            if (topic == null) {
                                losses.add("topic `%s` is not there any more".formatted(name));
                                return;
                            }
                            String before = kept.ids().getOrDefault(name, topic.id());
                            if (!before.equals(topic.id())) {
                                losses.add(
                                        "topic `%s` was deleted and created again".formatted(name));
                                return;
                            }
                            partitions.forEach(
                                    (number, next) -> ahead(name, number, next, topic, losses));
                        });
        if (!reached.isEmpty()) {
            now.forEach((name, topic) -> fresh(name, topic, reached, losses));
        }
        return losses;
    }

    private static void ahead(
            String topic, int partition, long next, TopicState now, List<String> losses) {
        TopicState.Range range = now.partitions().get(partition);
        if (range == null) {
            losses.add("partition %d of `%s` is not there any more".formatted(partition, topic));
        } else if (range.earliest() > next) {
            losses.add(gone(topic, partition, next, range.earliest() - 1));
        } else if (range.latest() < next) {
            losses.add(
                    "partition %d of `%s` ends before record %d, but was read up to record %d"
                            .formatted(partition, topic, range.latest(), next - 1));
        }
    }

    /** A partition that came after the stream began is read from its first record on. */
    private static void fresh(String name, TopicState topic, Offsets reached, List<String> losses) {
        topic.partitions()
                .forEach(
                        (number, range) -> {
                            if (reached.of(name, number).isEmpty() && range.earliest() > 0) {
                                losses.add(gone(name, number, 0, range.earliest() - 1));
                            }
                        });
    }

    private static String gone(String topic, int partition, long first, long last) {
        return first == last
                ? "record %d of partition %d of `%s` is gone".formatted(first, partition, topic)
                : "records %d to %d of partition %d of `%s` are gone"
                        .formatted(first, last, partition, topic);
    }

    /**
     * What a stream has read and would not find again.
     *
     * @param begun where it began
     * @param reached what it reads next
     * @param fromLatest whether it would begin with the records that come next
     */
    static List<String> behind(
            Offsets begun, Offsets reached, boolean fromLatest, Map<String, TopicState> now) {
        List<String> losses = new ArrayList<>();
        reached.byTopic()
                .forEach(
                        (name, partitions) ->
                                partitions.forEach(
                                        (number, next) -> {
                                            OptionalLong first = begun.of(name, number);
                                            long last =
                                                    Math.min(
                                                            next,
                                                            start(now, name, number, fromLatest));
                                            if (first.orElse(0) < last) {
                                                losses.add(
                                                        "%s-%d: %d to %d"
                                                                .formatted(
                                                                        name,
                                                                        number,
                                                                        first.orElse(0),
                                                                        last - 1));
                                            }
                                        }));
        return losses;
    }

    private static long start(
            Map<String, TopicState> now, String name, int partition, boolean fromLatest) {
        TopicState topic = now.get(name);
        TopicState.Range range = topic == null ? null : topic.partitions().get(partition);
        if (range == null) {
            return Long.MAX_VALUE;
        }
        return fromLatest ? range.latest() : range.earliest();
    }
}
