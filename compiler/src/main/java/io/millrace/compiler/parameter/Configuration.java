/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parameter;

import io.millrace.compiler.token.SqlScanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What <code>${key}</code> stands for at one place of a file. */
final class Configuration {

    /** Spark's own words for where a value comes from; they all mean this one map. */
    private static final List<String> PREFIXES =
            List.of("spark:", "sparkconf:", "conf:", "hivevar:", "hiveconf:");

    private static final int MOST_LETTERS = 1_000_000;
    private static final int DEEPEST = 64;

    private final Map<String, String> values;
    private final Map<String, Lookup> resolved = new HashMap<>();

    Configuration(Map<String, String> values) {
        this.values = new LinkedHashMap<>(values);
    }

    /**
     * The outcome for one key: its value, or the key that has none, or the keys that refer to each
     * other in a circle.
     */
    record Lookup(Optional<String> value, String missing, List<String> cycle) {

        static Lookup found(String value) {
            return new Lookup(Optional.of(value), "", List.of());
        }

        static Lookup missing(String key) {
            return new Lookup(Optional.empty(), key, List.of());
        }

        static Lookup cycle(List<String> keys) {
            return new Lookup(Optional.empty(), "", keys);
        }
    }

    /** {@code SET key = value}: from here on. */
    void set(String key, String value) {
        values.put(withoutPrefix(key), value);
        resolved.clear();
    }

    Collection<String> keys() {
        return values.keySet();
    }

    static String withoutPrefix(String key) {
        for (String prefix : PREFIXES) {
            if (key.startsWith(prefix)) {
                return key.substring(prefix.length());
            }
        }
        return key;
    }

    /** The value of a key, with the references inside it resolved too. */
    Lookup resolve(String key) {
        return resolve(withoutPrefix(key), new ArrayList<>());
    }

    private Lookup resolve(String key, List<String> path) {
        Lookup known = resolved.get(key);
        if (known != null) {
            return known;
        }
        if (path.contains(key)) {
            List<String> cycle = new ArrayList<>(path.subList(path.indexOf(key), path.size()));
            cycle.add(key);
            return Lookup.cycle(cycle);
        }
        if (path.size() == DEEPEST) {
            return Lookup.cycle(List.copyOf(path));
        }
        String value = values.get(key);
        if (value == null) {
            return Lookup.missing(key);
        }
        path.add(key);
        Lookup lookup = expand(value, path);
        path.remove(path.size() - 1);
        if (lookup.value().isPresent()) {
            resolved.put(key, lookup);
        }
        return lookup;
    }

    private Lookup expand(String value, List<String> path) {
        int from = value.indexOf("${");
        if (from < 0) {
            return Lookup.found(value);
        }
        StringBuilder result = new StringBuilder();
        int done = 0;
        while (from >= 0) {
            int end = SqlScanner.referenceEnd(value, from);
            if (end < 0) {
                from = value.indexOf("${", from + 2);
                continue;
            }
            Lookup inner = resolve(withoutPrefix(value.substring(from + 2, end - 1)), path);
            if (inner.value().isEmpty()) {
                return inner;
            }
            result.append(value, done, from).append(inner.value().get());
            if (result.length() > MOST_LETTERS) {
                // Values that repeat each other grow without end: as bad as a circle.
                return Lookup.cycle(List.copyOf(path));
            }
            done = end;
            from = value.indexOf("${", end);
        }
        return Lookup.found(result.append(value, done, value.length()).toString());
    }
}
