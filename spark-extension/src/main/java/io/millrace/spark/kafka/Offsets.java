/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A place in each partition of some topics, as Spark writes them: <code>{"topic":{"0":23}}</code>.
 *
 * @param byTopic the record that is read next, by topic and partition
 */
record Offsets(SortedMap<String, SortedMap<Integer, Long>> byTopic) {

    private static final ObjectMapper JSON = new ObjectMapper();

    Offsets {
        byTopic = Collections.unmodifiableSortedMap(new TreeMap<>(byTopic));
    }

    /** What a text that is none says: nothing. */
    static Offsets parse(String text) {
        SortedMap<String, SortedMap<Integer, Long>> topics = new TreeMap<>();
        try {
            for (Map.Entry<String, JsonNode> topic : JSON.readTree(text).properties()) {
                SortedMap<Integer, Long> partitions = new TreeMap<>();
                for (Map.Entry<String, JsonNode> place : topic.getValue().properties()) {
                    partitions.put(Integer.valueOf(place.getKey()), place.getValue().asLong());
                }
                topics.put(topic.getKey(), partitions);
            }
        } catch (JsonProcessingException | NumberFormatException e) {
            return new Offsets(new TreeMap<>());
        }
        return new Offsets(topics);
    }

    boolean isEmpty() {
        return byTopic.isEmpty();
    }

    OptionalLong of(String topic, int partition) {
        Long offset = byTopic.getOrDefault(topic, new TreeMap<>()).get(partition);
        return offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    }
}
