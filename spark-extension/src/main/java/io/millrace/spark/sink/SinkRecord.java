/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.storage.StorageFiles;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A file under the pipeline's storage that says that a flow has written into a sink: one that runs
 * once is done then, and one that goes on must have its checkpoint.
 */
public final class SinkRecord {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StorageFiles files;
    private final String file;

    public SinkRecord(StorageFiles files, String file) {
        this.files = files;
        this.file = file;
    }

    /**
     * That the flow has written.
     *
     * @param version of the query that it ran
     */
    public record Written(long version, Instant time) {}

    /**
     * Empty when the flow has not written.
     *
     * @throws QueryException when the file is damaged
     */
    public Optional<Written> read() {
        Optional<String> text = files.read(file);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonNode node = MAPPER.readTree(text.get());
            return Optional.of(
                    new Written(
                            node.path("version").asLong(),
                            Instant.parse(node.path("time").asText())));
        } catch (JsonProcessingException | DateTimeException e) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_STATE_UNREADABLE,
                    "the file %s cannot be read".formatted(file),
                    "remove it to have the flow write into the sink once more",
                    e);
        }
    }

    public void write(long version) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", version);
        node.put("time", Instant.now().toString());
        files.write(file, node + "\n");
    }
}
