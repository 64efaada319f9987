/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.failpoint.Failpoints;
import io.millrace.spark.storage.StorageFiles;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads and writes the state of a pipeline, that of older versions included.
 *
 * <p>Each write makes the file with the next number, which only one of several processes can do. So
 * a process that slept between its look at the lease and its write can't put back a state that
 * others have left since: either the number is taken, or a higher one counts. For one thread.
 */
public final class StateFile {

    private static final Pattern NUMBERED = Pattern.compile("(\\d{10})\\.json");

    /** The newest, and the one before it. */
    private static final int KEPT = 2;

    private static final int OLDER_VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StorageFiles files;
    private final PipelineStorage storage;
    private final String pipeline;

    /** Of the newest file that was seen; 0 when there was none. */
    private long number;

    public StateFile(StorageFiles files, PipelineStorage storage, String pipeline) {
        this.files = files;
        this.storage = storage;
        this.pipeline = pipeline;
    }

    /**
     * The state; empty before the first update.
     *
     * @throws QueryException when it is damaged, or gone although there were updates
     */
    public PipelineState read() {
        Optional<PipelineState> numbered = readNumbered();
        if (numbered.isPresent()) {
            return numbered.get();
        }
        String single = storage.singleState();
        Optional<String> text = files.read(single);
        if (text.isPresent()) {
            return parse(text.get(), single);
        }
        Optional<String> last = newestUpdate();
        if (last.isEmpty()) {
            return PipelineState.empty(pipeline);
        }
        if (files.exists(storage.stateOf(last.get()))) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_STATE_UNREADABLE,
                    "the state in %s is gone, although the pipeline has run"
                            .formatted(storage.stateFiles()),
                    "put back its newest copy, %s, as %s"
                            .formatted(storage.stateOf(last.get()), file(1)));
        }
        return older(last.get());
    }

    private Optional<PipelineState> readNumbered() {
        List<Long> before;
        List<Long> numbers = numbers();
        do {
            number = numbers.isEmpty() ? 0 : numbers.get(0);
            for (long candidate : numbers) {
                String file = file(candidate);
                Optional<String> text = files.read(file);
                // Where a file can't appear with its text at once, its writer died in between, and
                // before it did anything.
                if (text.isPresent() && !text.get().isBlank()) {
                    return Optional.of(parse(text.get(), file));
                }
            }
            // An update that runs beside this reader removes what it has replaced.
            before = numbers;
            numbers = numbers();
        } while (!numbers.equals(before));
        return Optional.empty();
    }

    private PipelineState parse(String text, String file) {
        try {
            return PipelineStateJson.read(text, file);
        } catch (QueryException e) {
            Optional<String> copy =
                    e.hint()
                            .filter(PipelineStateJson.PUT_BACK::equals)
                            .flatMap(hint -> newestCopy());
            if (copy.isEmpty()) {
                throw e;
            }
            throw new QueryException(
                    RunErrorCode.MILLRACE_STATE_UNREADABLE,
                    e.getMessage(),
                    "put back its newest copy, %s, as %s".formatted(copy.get(), file),
                    e);
        }
    }

    /** The newest copy of the state that can be read. */
    private Optional<String> newestCopy() {
        return updates().map(storage::stateOf).filter(this::isReadable).findFirst();
    }

    private boolean isReadable(String copy) {
        try {
            return files.read(copy).map(text -> PipelineStateJson.read(text, copy)).isPresent();
        } catch (QueryException e) {
            return false;
        }
    }

    /** In descending order. */
    private List<Long> numbers() {
        return files.list(storage.stateFiles()).stream()
                .map(NUMBERED::matcher)
                .filter(Matcher::matches)
                .map(name -> Long.parseLong(name.group(1)))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private String file(long of) {
        return "%s/%010d.json".formatted(storage.stateFiles(), of);
    }

    /**
     * Makes the state that follows the one read last, and leaves a copy beside the graph of the
     * update.
     *
     * @throws QueryException when another update has written since
     */
    public void write(PipelineState state, String updateId) {
        String text = PipelineStateJson.write(state);
        Failpoints.hit("state.before-write");
        if (!files.create(file(number + 1), text)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_LEASE_LOST,
                    "another update of the pipeline has begun while this one waited",
                    "run the pipeline again, it goes on from here");
        }
        number++;
        Failpoints.hit("state.after-write");
        files.write(storage.stateOf(updateId), text);
        for (long old : numbers()) {
            if (old <= number - KEPT) {
                files.delete(file(old));
            }
        }
        files.delete(storage.singleState());
    }

    /** The graph that the last update ran; empty when there was none, or it is gone. */
    public Optional<FlowGraph> lastGraph(PipelineState state) {
        return state.update()
                .flatMap(update -> files.read(storage.graph(update)))
                .flatMap(this::graph);
    }

    private Optional<FlowGraph> graph(String json) {
        try {
            return Optional.of(FlowGraphJson.read(json));
        } catch (IllegalArgumentException e) {
            // It only serves to describe what has changed.
            return Optional.empty();
        }
    }

    private Optional<String> newestUpdate() {
        return updates().findFirst();
    }

    /** The newest first. */
    private Stream<String> updates() {
        Map<String, Long> times = new LinkedHashMap<>();
        for (String update : files.list(storage.updates())) {
            times.put(update, files.modified(storage.graph(update)).orElse(0));
        }
        return times.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey);
    }

    /** Version 1: a file for each table that was refreshed in full, and no definitions. */
    private PipelineState older(String update) {
        Map<String, DatasetState> datasets = new TreeMap<>();
        Optional<FlowGraph> graph = files.read(storage.graph(update)).flatMap(this::graph);
        graph.ifPresent(
                known ->
                        known.datasets()
                                .forEach(
                                        dataset ->
                                                datasets.put(
                                                        dataset.name().key(),
                                                        older(known, dataset))));
        return new PipelineState(pipeline, Optional.of(update), datasets);
    }

    private DatasetState older(FlowGraph graph, Dataset dataset) {
        Map<String, FlowState> flows = new LinkedHashMap<>();
        for (Flow flow : graph.flowsInto(dataset.name())) {
            flows.put(
                    flow.name().toLowerCase(Locale.ROOT),
                    new FlowState(
                            flow.name(),
                            flow.kind().name(),
                            true,
                            FlowDigest.of(flow),
                            List.of(),
                            List.of()));
        }
        String file = storage.olderTableState(dataset.name());
        return new DatasetState(
                dataset.name(),
                dataset.kind().name(),
                true,
                dataset.isPrivate(),
                files.read(file).map(text -> olderTable(text, file)).orElse(TableState.FIRST),
                Optional.empty(),
                flows);
    }

    private static TableState olderTable(String text, String file) {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw PipelineStateJson.unreadable(file, "it is not valid JSON", e);
        }
        PipelineStateJson.checkVersion(node, OLDER_VERSION, file);
        if (!node.path("generation").isInt()) {
            throw PipelineStateJson.unreadable(file, "it has no `generation`", null);
        }
        Map<String, Integer> resets = new TreeMap<>();
        node.path("resets")
                .properties()
                .forEach(field -> resets.put(field.getKey(), field.getValue().asInt()));
        return new TableState(node.path("generation").asInt(), resets, Map.of(), Optional.empty());
    }
}
