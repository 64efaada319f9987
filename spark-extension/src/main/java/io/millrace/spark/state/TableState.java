/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which checkpoints and which marks in a table's log are those of its flows.
 *
 * @param generation 1 for a new table, one more with each full refresh
 * @param resets how often a flow's checkpoint was reset in this generation, by the flow's name in
 *     lower case; flows that were not reset are not there
 * @param flowsKeptAs the folder names of flows that are not kept under their own names, because
 *     they were renamed or because their name is that of a renamed one's folder; by the flow's name
 *     in lower case
 * @param keptAs the same for the table itself
 */
public record TableState(
        int generation,
        Map<String, Integer> resets,
        Map<String, String> flowsKeptAs,
        Optional<String> keptAs) {

    /** The state of a table that was never refreshed in full. */
    public static final TableState FIRST = new TableState(1, Map.of(), Map.of(), Optional.empty());

    public TableState {
        requireNonNull(keptAs, "keptAs");
        resets = Collections.unmodifiableMap(new TreeMap<>(resets));
        flowsKeptAs = Collections.unmodifiableMap(new TreeMap<>(flowsKeptAs));
    }

    /** The state of a table after a full refresh has begun; no older name can be met in it. */
    public TableState nextGeneration() {
        return new TableState(generation + 1, Map.of(), Map.of(), keptAs);
    }

    /** The state after a flow's checkpoint and mark were given up. */
    public TableState withReset(String flow) {
        Map<String, Integer> next = new TreeMap<>(resets);
        next.merge(key(flow), 1, Integer::sum);
        return new TableState(generation, next, flowsKeptAs, keptAs);
    }

    /** The state in which a flow goes on under another name. */
    public TableState withRenamed(String before, String after) {
        Map<String, Integer> newResets = new TreeMap<>(resets);
        Integer reset = newResets.remove(key(before));
        newResets.remove(key(after));
        if (reset != null) {
            newResets.put(key(after), reset);
        }
        Map<String, String> newNames = new TreeMap<>(flowsKeptAs);
        newNames.remove(key(before));
        newNames.put(key(after), flowFolder(before));
        return new TableState(generation, newResets, newNames, keptAs);
    }

    /**
     * The state in which a flow that begins has a folder of its own.
     *
     * @param known all flows that have one, this one aside
     */
    public TableState withNew(String flow, Collection<String> known) {
        if (flowsKeptAs.containsKey(key(flow))) {
            return this;
        }
        String own = PipelineStorage.encode(flow);
        String free = own;
        for (int i = 2; isTaken(free, known); i++) {
            free = own + "." + i;
        }
        if (free.equals(own)) {
            return this;
        }
        Map<String, String> names = new TreeMap<>(flowsKeptAs);
        names.put(key(flow), free);
        return new TableState(generation, resets, names, keptAs);
    }

    private boolean isTaken(String folder, Collection<String> flows) {
        return flows.stream().anyMatch(flow -> flowFolder(flow).equals(folder));
    }

    public TableState withKeptAs(String folder) {
        return new TableState(generation, resets, flowsKeptAs, Optional.of(folder));
    }

    /** The name of a flow in folders and in marks. */
    public String flowFolder(String flow) {
        return flowsKeptAs.getOrDefault(key(flow), PipelineStorage.encode(flow));
    }

    /** The name of the folder, and the part of every write mark, that tells generations apart. */
    public String folder(String flow) {
        int reset = resets.getOrDefault(key(flow), 0);
        return reset == 0 ? Integer.toString(generation) : generation + "." + reset;
    }

    private static String key(String flow) {
        return flow.toLowerCase(Locale.ROOT);
    }
}
