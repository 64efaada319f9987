/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.FlowError;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.storage.LineSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/** Writes the events of one update, in order; safe for use by several threads. */
public final class EventLog implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String pipeline;
    private final String updateId;
    private final LineSink sink;
    private final Clock clock;
    private long sequence;

    public EventLog(String pipeline, String updateId, LineSink sink, Clock clock) {
        this(pipeline, updateId, sink, clock, 0);
    }

    /**
     * Goes on with a log.
     *
     * @param sequence the number of the next event
     */
    public EventLog(String pipeline, String updateId, LineSink sink, Clock clock, long sequence) {
        this.sequence = sequence;
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.updateId = requireNonNull(updateId, "updateId");
        this.sink = requireNonNull(sink, "sink");
        this.clock = requireNonNull(clock, "clock");
    }

    /** What an event is about: names of a dataset and a flow, where there is one. */
    public record Origin(Optional<String> dataset, Optional<String> flow) {

        public static final Origin UPDATE = new Origin(Optional.empty(), Optional.empty());

        public static Origin dataset(String dataset) {
            return new Origin(Optional.of(dataset), Optional.empty());
        }

        public static Origin flow(String dataset, String flow) {
            return new Origin(Optional.of(dataset), Optional.of(flow));
        }
    }

    /** An empty object for the details of an event. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /**
     * Writes an event.
     *
     * @param type such as {@code flow_progress}; the details stand under the same key
     */
    public synchronized void write(
            String type,
            EventLevel level,
            Origin origin,
            String message,
            ObjectNode details,
            Optional<FlowError> error) {
        ObjectNode event = object();
        event.put("id", UUID.randomUUID().toString());
        ObjectNode order = event.putObject("sequence").putObject("data_plane_id");
        order.put("instance", updateId);
        order.put("seq_no", sequence++);
        ObjectNode from = event.putObject("origin");
        from.put("pipeline_type", "WORKSPACE");
        from.put("pipeline_name", pipeline);
        from.put("update_id", updateId);
        origin.dataset().ifPresent(dataset -> from.put("dataset_name", dataset));
        origin.flow().ifPresent(flow -> from.put("flow_name", flow));
        event.put("timestamp", timestamp());
        event.put("message", message);
        event.put("level", level.name());
        event.put("maturity_level", "STABLE");
        if (error.isPresent()) {
            ObjectNode failure = event.putObject("error");
            failure.put("fatal", false);
            ObjectNode exception = failure.putArray("exceptions").addObject();
            exception.put("class_name", error.get().code());
            exception.put("message", error.get().message());
        } else {
            event.putNull("error");
        }
        event.putObject("details").set(type, details);
        event.put("event_type", type);
        Failpoints.hit("event.before-write");
        try {
            sink.append(MAPPER.writeValueAsString(event));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        } catch (IOException e) {
            throw new UncheckedIOException("the event log cannot be written", e);
        }
        Failpoints.hit("event.after-write");
    }

    private String timestamp() {
        return Instant.now(clock).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    @Override
    public synchronized void close() {
        try {
            sink.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the event log cannot be closed", e);
        }
    }
}
