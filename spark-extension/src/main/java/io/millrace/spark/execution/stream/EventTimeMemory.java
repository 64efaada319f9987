/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.catalyst.EventTimes;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.catalyst.StreamStarter;
import io.millrace.spark.execution.flow.FlowRun;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Remembers beside a checkpoint the newest event time that each WATERMARK clause of its query has
 * seen, so that a stream which brings nothing in a run does not hold back the watermark of the
 * others for ever. What is remembered is what the batches before have brought, as in a query that
 * was never stopped; without it the watermark only stays behind.
 */
final class EventTimeMemory implements StreamStarter.BatchWriter {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TIMES = "event_times";
    private static final String CLAUSE = "clause";
    private static final String NEWEST = "newest_ms";

    private final FlowRun run;
    private final StreamStarter.BatchWriter batches;
    private final List<String> clauses;
    private final Set<String> told = new HashSet<>();
    private List<OptionalLong> known;

    private EventTimeMemory(FlowRun run, StreamStarter.BatchWriter batches, List<String> clauses) {
        this.run = run;
        this.batches = batches;
        this.clauses = clauses;
        this.known = clauses.stream().map(clause -> OptionalLong.empty()).toList();
    }

    /** Lets batches be written together with what their clauses have seen. */
    static StreamStarter.BatchWriter around(PlannedQuery query, FlowBatches batches) {
        FlowRun run = batches.run();
        List<String> clauses = EventTimes.clauses(query, EventTimeMemory::name);
        if (clauses.isEmpty()) {
            return batches;
        }
        EventTimeMemory memory = new EventTimeMemory(run, batches, clauses);
        run.checkpoint().eventTimes().ifPresent(memory::read);
        return memory;
    }

    private static String name(QuerySource source) {
        KeptSource kept = KeptSource.of(source);
        return kept.place().isEmpty() ? kept.name() : kept.name() + " " + kept.place();
    }

    @Override
    public void write(SparkSession session, long batchId, Dataset<Row> rows) {
        // The watermark of a single clause is in the checkpoint itself.
        boolean remembers = clauses.size() > 1 && EventTimes.count(rows) == clauses.size();
        if (remembers) {
            EventTimes.remember(rows, known);
        }
        batches.write(session, batchId, rows);
        EventTimes.withoutTime(rows).forEach(this::tell);
        if (!remembers) {
            return;
        }
        List<OptionalLong> newest = EventTimes.newest(rows);
        if (!newest.equals(known)) {
            run.checkpoint().keepEventTimes(text(batchId, newest));
            known = newest;
        }
    }

    private void tell(String column) {
        if (told.add(column)) {
            run.note(
                    "has read rows without an event time (`%s` is NULL): windows leave them out, and an outer join never writes them unmatched"
                            .formatted(column));
        }
    }

    private void read(String text) {
        Map<String, Deque<Long>> found = new HashMap<>();
        try {
            for (JsonNode entry : MAPPER.readTree(text).path(TIMES)) {
                if (entry.path(NEWEST).isNumber()) {
                    found.computeIfAbsent(entry.path(CLAUSE).asText(), key -> new ArrayDeque<>())
                            .add(entry.path(NEWEST).asLong());
                }
            }
        } catch (JsonProcessingException e) {
            run.note("has forgotten its newest event times: event-times.json cannot be read");
            return;
        }
        List<OptionalLong> all = new ArrayList<>();
        for (String clause : clauses) {
            Deque<Long> times = found.getOrDefault(clause, new ArrayDeque<>());
            all.add(times.isEmpty() ? OptionalLong.empty() : OptionalLong.of(times.remove()));
        }
        known = all;
    }

    private String text(long batchId, List<OptionalLong> newest) {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("version", 1);
        root.put("batch", batchId);
        ArrayNode times = root.putArray(TIMES);
        for (int i = 0; i < clauses.size(); i++) {
            ObjectNode entry = times.addObject();
            entry.put(CLAUSE, clauses.get(i));
            newest.get(i).ifPresent(time -> entry.put(NEWEST, time));
        }
        return root.toString();
    }
}
