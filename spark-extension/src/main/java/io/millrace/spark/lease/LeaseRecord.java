/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What stands in the file of a lease.
 *
 * @param series tells the epochs of one storage from those of another; the same as long as the
 *     storage lives
 * @param epoch one more with each holder
 * @param user who started the update
 * @param since when the lease was taken, by the holder's clock
 * @param expiryMs how long after its last write the lease counts
 * @param released whether the holder has given it back
 * @param unfinished updates whose process ended before they did, and whose event logs are not
 *     closed yet
 */
record LeaseRecord(
        String series,
        long epoch,
        String pipeline,
        String updateId,
        String user,
        ProcessIdentity process,
        Instant since,
        long expiryMs,
        boolean released,
        List<String> unfinished) {

    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    LeaseRecord {
        unfinished = List.copyOf(unfinished);
    }

    LeaseRecord release() {
        return new LeaseRecord(
                series,
                epoch,
                pipeline,
                updateId,
                user,
                process,
                since,
                expiryMs,
                true,
                unfinished);
    }

    LeaseRecord withoutUnfinished() {
        return new LeaseRecord(
                series, epoch, pipeline, updateId, user, process, since, expiryMs, released,
                List.of());
    }

    /** The updates that a successor must close. */
    List<String> leftUnfinished() {
        if (released) {
            return unfinished;
        }
        List<String> all = new ArrayList<>(unfinished);
        all.add(updateId);
        return all;
    }

    String toJson() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("version", VERSION);
        node.put("series", series);
        node.put("epoch", epoch);
        node.put("pipeline", pipeline);
        node.put("update_id", updateId);
        node.put("user", user);
        node.put("host", process.host());
        node.put("machine", process.machine());
        node.put("pid", process.pid());
        node.put("process_started", process.started().toString());
        node.put("since", since.toString());
        node.put("expires_after_ms", expiryMs);
        node.put("released", released);
        ArrayNode open = node.putArray("unfinished");
        unfinished.forEach(open::add);
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
    }

    /** Empty when the text is not a lease, such as that of a file that is just being written. */
    static Optional<LeaseRecord> fromJson(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (!node.path("epoch").canConvertToLong() || !node.path("series").isTextual()) {
                return Optional.empty();
            }
            List<String> unfinished = new ArrayList<>();
            node.path("unfinished").forEach(id -> unfinished.add(id.asText()));
            ProcessIdentity process =
                    new ProcessIdentity(
                            node.path("host").asText(),
                            node.path("machine").asText(),
                            node.path("pid").asLong(),
                            Instant.parse(node.path("process_started").asText()));
            return Optional.of(
                    new LeaseRecord(
                            node.path("series").asText(),
                            node.path("epoch").asLong(),
                            node.path("pipeline").asText(),
                            node.path("update_id").asText(),
                            node.path("user").asText(),
                            process,
                            Instant.parse(node.path("since").asText()),
                            node.path("expires_after_ms").asLong(),
                            node.path("released").asBoolean(),
                            unfinished));
        } catch (JsonProcessingException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
