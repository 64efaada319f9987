/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * What a target must hold, straight from the definition: a function of the set of events, by loops
 * over that set, with nothing shared with the engine.
 */
final class Oracle {

    /**
     * An event. {@code kind} is U (upsert), D (delete) or T (truncate, without a key).
     *
     * @param listed which columns the event sets; null for all
     */
    record Event(long key, long sequence, char kind, List<Object> values, List<Boolean> listed) {}

    /** A row of the target; start and end are null for type 1. */
    record Version(long key, Long start, Long end, List<Object> values) {}

    /**
     * The rules of a flow.
     *
     * @param ignoreNull for each column whether NULL keeps the old value
     * @param units columns of one number always change together
     * @param tracked for each column whether a change of it opens a version
     * @param listed whether events say which columns they set
     */
    record Rules(boolean[] ignoreNull, int[] units, boolean[] tracked, boolean listed) {}

    static final Comparator<Object> VALUES =
            (left, right) -> {
                if (left == null || right == null) {
                    return left == right ? 0 : left == null ? -1 : 1;
                }
                @SuppressWarnings("unchecked")
                Comparable<Object> comparable = (Comparable<Object>) left;
                return comparable.compareTo(right);
            };

    private Oracle() {}

    static Set<Version> type1(Collection<Event> events, Rules rules) {
        long truncated = Long.MIN_VALUE;
        for (Event event : events) {
            truncated = event.kind() == 'T' ? Math.max(truncated, event.sequence()) : truncated;
        }
        Set<Version> rows = new LinkedHashSet<>();
        for (long key : keys(events)) {
            long floor = truncated;
            for (Event event : events) {
                if (event.kind() == 'D' && event.key() == key) {
                    floor = Math.max(floor, event.sequence());
                }
            }
            List<Event> live = new ArrayList<>();
            for (Event event : events) {
                if (event.kind() == 'U' && event.key() == key && event.sequence() >= floor) {
                    live.add(event);
                }
            }
            if (!live.isEmpty()) {
                rows.add(new Version(key, null, null, newest(live, rules)));
            }
        }
        return rows;
    }

    /** Joins upserts of which the newest wins, column by column or as a whole. */
    private static List<Object> newest(List<Event> live, Rules rules) {
        int width = live.get(0).values().size();
        Object[] row = new Object[width];
        for (int column = 0; column < width; column++) {
            int c = column;
            List<Event> candidates = new ArrayList<>();
            for (Event event : live) {
                if (authors(event, c, rules)) {
                    candidates.add(event);
                }
            }
            if (!candidates.isEmpty()) {
                row[c] = Collections.max(candidates, order(c, rules)).values().get(c);
            }
        }
        return Arrays.asList(row);
    }

    private static boolean authors(Event event, int column, Rules rules) {
        if (rules.listed()) {
            return event.listed().get(column);
        }
        return !rules.ignoreNull()[column] || event.values().get(column) != null;
    }

    /** Sequence first; at one sequence the greater value, columns of one unit as a whole. */
    private static Comparator<Event> order(int column, Rules rules) {
        return Comparator.comparingLong(Event::sequence)
                .thenComparing((left, right) -> unit(column, left, right, rules));
    }

    private static int unit(int column, Event left, Event right, Rules rules) {
        for (int c = 0; c < left.values().size(); c++) {
            if (rules.units()[c] == rules.units()[column]) {
                int order = VALUES.compare(left.values().get(c), right.values().get(c));
                if (order != 0) {
                    return order;
                }
            }
        }
        return 0;
    }

    static Set<Version> type2(Collection<Event> events, Rules rules) {
        Set<Version> rows = new LinkedHashSet<>();
        for (long key : keys(events)) {
            timeline(key, events, rules, rows);
        }
        return rows;
    }

    private static void timeline(
            long key, Collection<Event> events, Rules rules, Set<Version> rows) {
        TreeMap<Long, List<Event>> points = new TreeMap<>();
        for (Event event : events) {
            if (event.key() == key && event.kind() != 'T') {
                points.computeIfAbsent(event.sequence(), s -> new ArrayList<>()).add(event);
            }
        }
        List<Object> current = null;
        long start = 0;
        for (var point : points.entrySet()) {
            long sequence = point.getKey();
            boolean deleted = point.getValue().stream().anyMatch(e -> e.kind() == 'D');
            List<Event> upserts = point.getValue().stream().filter(e -> e.kind() == 'U').toList();
            if (deleted && current != null) {
                rows.add(new Version(key, start, sequence, current));
                current = null;
            }
            if (upserts.isEmpty()) {
                continue;
            }
            List<Object> values = newest(upserts, rules);
            for (int c = 0; c < values.size(); c++) {
                int column = c;
                if (current != null && upserts.stream().noneMatch(e -> authors(e, column, rules))) {
                    values.set(c, current.get(c));
                }
            }
            if (current != null && !sameTracked(current, values, rules)) {
                rows.add(new Version(key, start, sequence, current));
                current = null;
            }
            if (current == null) {
                start = sequence;
            }
            current = values;
        }
        if (current != null) {
            rows.add(new Version(key, start, null, current));
        }
    }

    private static boolean sameTracked(List<Object> left, List<Object> right, Rules rules) {
        for (int c = 0; c < left.size(); c++) {
            if (rules.tracked()[c] && !Objects.equals(left.get(c), right.get(c))) {
                return false;
            }
        }
        return true;
    }

    private static Set<Long> keys(Collection<Event> events) {
        Set<Long> keys = new TreeSet<>();
        for (Event event : events) {
            if (event.kind() != 'T') {
                keys.add(event.key());
            }
        }
        return keys;
    }

    /** For laws that hold for both types. */
    static BiFunction<Collection<Event>, Rules, Set<Version>> of(int type) {
        return type == 1 ? Oracle::type1 : Oracle::type2;
    }
}
