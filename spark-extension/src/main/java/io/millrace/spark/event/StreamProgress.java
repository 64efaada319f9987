/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a streaming query says of one micro-batch.
 *
 * @param json as Structured Streaming writes it
 */
public record StreamProgress(JsonNode json) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** One source of the query, as of the end of the batch. */
    public record Source(
            String name,
            long inputRows,
            JsonNode startOffset,
            JsonNode endOffset,
            Backlog backlog,
            Optional<Listing> listing) {}

    /** A listing of files for the batch. */
    public record Listing(String path, long files, long durationMs) {}

    /** What is left to read; absent where a source cannot tell. */
    public record Backlog(Optional<Long> bytes, Optional<Long> files, Optional<Long> records) {

        static final Backlog UNKNOWN =
                new Backlog(Optional.empty(), Optional.empty(), Optional.empty());

        Backlog plus(Backlog other) {
            return new Backlog(
                    sum(bytes, other.bytes), sum(files, other.files), sum(records, other.records));
        }

        private static Optional<Long> sum(Optional<Long> a, Optional<Long> b) {
            return a.isEmpty() ? b : Optional.of(a.get() + b.orElse(0L));
        }
    }

    public static StreamProgress of(String json) {
        try {
            return new StreamProgress(MAPPER.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not the progress of a query: " + json, e);
        }
    }

    /** Says what is left in a source that has not said it itself. */
    public void addBacklog(int source, long files, long bytes) {
        if (json.path("sources").path(source) instanceof ObjectNode node) {
            ObjectNode metrics = node.withObjectProperty("metrics");
            metrics.put("numFilesOutstanding", Long.toString(files));
            metrics.put("numBytesOutstanding", Long.toString(bytes));
        }
    }

    public long batchId() {
        return json.path("batchId").asLong();
    }

    /** How many rows the query's own sink has counted; empty when it does not count. */
    public Optional<Long> outputRows() {
        long rows = json.path("sink").path("numOutputRows").asLong(-1);
        return rows < 0 ? Optional.empty() : Optional.of(rows);
    }

    /** Whether it tells of a batch that ran, not of a query that waits for data. */
    public boolean hasRun() {
        return json.path("durationMs").has("addBatch");
    }

    public List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        for (JsonNode source : json.path("sources")) {
            JsonNode metrics = source.path("metrics");
            sources.add(
                    new Source(
                            source.path("description").asText(),
                            source.path("numInputRows").asLong(),
                            source.path("startOffset"),
                            source.path("endOffset"),
                            backlog(metrics),
                            listing(metrics)));
        }
        return sources;
    }

    /** By the names that Delta's, Millrace's and Kafka's sources give their metrics. */
    private static Backlog backlog(JsonNode metrics) {
        return new Backlog(
                number(metrics, "numBytesOutstanding")
                        .or(() -> number(metrics, "estimatedTotalBytesBehindLatest")),
                number(metrics, "numFilesOutstanding"),
                number(metrics, "numRecordsOutstanding"));
    }

    private static Optional<Listing> listing(JsonNode metrics) {
        return number(metrics, "numFilesListed")
                .map(
                        files ->
                                new Listing(
                                        metrics.path("sourcePath").asText(),
                                        files,
                                        number(metrics, "listingMs").orElse(0L)));
    }

    /** Metrics are texts. */
    private static Optional<Long> number(JsonNode metrics, String name) {
        String text = metrics.path(name).asText("");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of((long) Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** What is left to read in all sources. */
    public Backlog backlog() {
        return sources().stream().map(Source::backlog).reduce(Backlog.UNKNOWN, Backlog::plus);
    }
}
