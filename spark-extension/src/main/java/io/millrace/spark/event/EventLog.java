/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.FlowError;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.secret.SecretValues;
import io.millrace.spark.storage.LineSink;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Writes the events of one update, in order; safe for use by several threads. An event that cannot
 * be written at once is written later, and if that is never, closing the log fails.
 */
public final class EventLog implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Update update;
    private final PatientLines lines;
    private final BooleanSupplier mayWrite;
    private final Clock clock;
    private long sequence;

    /** Begins the log of an update. */
    public EventLog(Update update, LineSink sink, Clock clock) {
        this(update, sink, clock, 0, () -> true);
    }

    /**
     * Goes on with a log.
     *
     * @param sequence the number of the next event
     * @param mayWrite false once another process has the right to close the log; what comes then is
     *     not written
     */
    public EventLog(
            Update update, LineSink sink, Clock clock, long sequence, BooleanSupplier mayWrite) {
        this.update = requireNonNull(update, "update");
        this.lines = new PatientLines(requireNonNull(sink, "sink"));
        this.clock = requireNonNull(clock, "clock");
        this.sequence = sequence;
        this.mayWrite = requireNonNull(mayWrite, "mayWrite");
    }

    /**
     * Whose events they are.
     *
     * @param pipelineId of the pipeline's storage; stays the same as long as that lives
     */
    public record Update(String pipelineId, String pipeline, String id, String host) {

        public Update {
            requireNonNull(pipelineId, "pipelineId");
            requireNonNull(pipeline, "pipeline");
            requireNonNull(id, "id");
            requireNonNull(host, "host");
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
            EventOrigin origin,
            String message,
            ObjectNode details,
            Optional<FlowError> error) {
        ObjectNode event = object();
        event.put("id", UUID.randomUUID().toString());
        ObjectNode order = event.putObject("sequence").putObject("data_plane_id");
        order.put("instance", update.id());
        order.put("seq_no", sequence++);
        ObjectNode from = event.putObject("origin");
        from.put("pipeline_id", update.pipelineId());
        from.put("pipeline_type", "WORKSPACE");
        from.put("pipeline_name", update.pipeline());
        from.put("update_id", update.id());
        origin.names().forEach(from::put);
        origin.batchId().ifPresent(batch -> from.put("batch_id", batch));
        from.put("host", update.host());
        event.put("timestamp", timestamp());
        event.put("message", message);
        event.put("level", level.name());
        event.put("maturity_level", "STABLE");
        if (error.isPresent()) {
            ObjectNode failure = event.putObject("error");
            failure.put("fatal", level == EventLevel.ERROR);
            ObjectNode exception = failure.putArray("exceptions").addObject();
            exception.put("class_name", error.get().code());
            exception.put("message", error.get().message());
        } else {
            event.putNull("error");
        }
        event.putObject("details").set(type, details);
        event.put("event_type", type);
        if (!mayWrite.getAsBoolean()) {
            return;
        }
        Failpoints.hit("event.before-write");
        try {
            lines.append(
                    SecretValues.mask(MAPPER.writeValueAsString(event)),
                    level == EventLevel.METRICS);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree can always be written", e);
        }
        Failpoints.hit("event.after-write");
    }

    private String timestamp() {
        return Instant.now(clock).truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /**
     * Writes what could not be written before.
     *
     * @throws QueryException when an event is lost
     */
    @Override
    public synchronized void close() {
        if (!mayWrite.getAsBoolean()) {
            lines.abandon();
            return;
        }
        try {
            lines.close();
        } catch (IOException e) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_EVENT_LOG_UNWRITABLE,
                    "the event log of update %s could not be written to its end: %s"
                            .formatted(update.id(), e.getMessage()),
                    "make room under the pipeline's storage; the tables are right",
                    e);
        }
    }
}
