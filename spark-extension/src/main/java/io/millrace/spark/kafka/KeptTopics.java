/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.storage.StorageFiles;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The topics that a stream has read: a JSON file in the state of the flow, so that one that was
 * deleted and created again is told from the one that was read.
 *
 * @param ids Kafka's own names of the topics, by name
 */
record KeptTopics(SortedMap<String, String> ids) {

    private static final String FILE = "topics.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    KeptTopics {
        ids = Collections.unmodifiableSortedMap(new TreeMap<>(ids));
    }

    static KeptTopics of(Map<String, TopicState> topics) {
        SortedMap<String, String> ids = new TreeMap<>();
        topics.forEach((name, topic) -> ids.put(name, topic.id()));
        return new KeptTopics(ids);
    }

    /** None where nothing is kept. */
    static KeptTopics load(StorageFiles files, Optional<String> folder) {
        SortedMap<String, String> ids = new TreeMap<>();
        Optional<String> text = folder.flatMap(place -> files.read(place + "/" + FILE));
        if (text.isPresent()) {
            try {
                JSON.readTree(text.get())
                        .path("topics")
                        .properties()
                        .forEach(topic -> ids.put(topic.getKey(), topic.getValue().asText()));
            } catch (JsonProcessingException e) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_STATE_UNREADABLE,
                        "the topics that the stream has read are kept in %s/%s, which is not valid JSON"
                                .formatted(folder.get(), FILE),
                        "put the file back, or remove it: then a topic that was deleted and made again meanwhile is not noticed; a full refresh begins without it",
                        e);
            }
        }
        return new KeptTopics(ids);
    }

    void save(StorageFiles files, String folder) {
        ObjectNode node = JSON.createObjectNode();
        node.put("version", 1);
        ObjectNode topics = node.putObject("topics");
        ids.forEach(topics::put);
        try {
            String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
            files.write(folder + "/" + FILE, text + "\n");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + folder + "/" + FILE, e);
        }
    }
}
