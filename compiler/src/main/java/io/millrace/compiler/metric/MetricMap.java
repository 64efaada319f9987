/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One mapping of the YAML, read key by key. Whatever does not fit adds a diagnostic at its place
 * and counts as not given.
 */
final class MetricMap {

    private final MetricYaml yaml;
    private final SourceSpan place;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(SourceSpan key, Node value) {}

    private MetricMap(MetricYaml yaml, SourceSpan place) {
        this.yaml = yaml;
        this.place = place;
    }

    static MetricMap of(MetricYaml yaml, MappingNode node) {
        MetricMap map = new MetricMap(yaml, yaml.firstLine(node));
        node.getValue().forEach(map::addEntry);
        return map;
    }

    private void addEntry(NodeTuple tuple) {
        SourceSpan key = yaml.firstLine(tuple.getKeyNode());
        if (!(tuple.getKeyNode() instanceof ScalarNode name)) {
            add(ErrorCode.MILLRACE_METRIC_VIEW_INVALID_VALUE, key, "a key", "a plain text");
            return;
        }
        Entry first = entries.putIfAbsent(name.getValue(), new Entry(key, tuple.getValueNode()));
        if (first != null) {
            yaml.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_DUPLICATE_NAME,
                                    key,
                                    name.getValue())
                            .withRelated(first.key(), "given here first"));
        }
    }

    private void add(ErrorCode code, SourceSpan span, Object... arguments) {
        yaml.add(Diagnostic.of(code, span, arguments));
    }

    void add(Diagnostic diagnostic) {
        yaml.add(diagnostic);
    }

    /** Adds an error for each key that is none of these, with the nearest that is. */
    void allow(String what, List<String> known) {
        entries.forEach(
                (key, entry) -> {
                    if (known.contains(key)) {
                        return;
                    }
                    yaml.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_METRIC_VIEW_UNKNOWN_KEY,
                                            entry.key(),
                                            key,
                                            what)
                                    .withHint(
                                            NearestName.of(key, known)
                                                    .map(near -> "did you mean `" + near + "`?")
                                                    .orElse(
                                                            "known keys: "
                                                                    + String.join(", ", known))));
                });
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Where a key stands. */
    SourceSpan keySpan(String key) {
        return entries.get(key).key();
    }

    /** The first line of the mapping. */
    SourceSpan place() {
        return place;
    }

    /** A text that must be there. */
    Optional<MetricText> required(String what, String key) {
        if (find(key).isEmpty()) {
            SourceSpan span = has(key) ? keySpan(key) : place;
            add(ErrorCode.MILLRACE_METRIC_VIEW_MISSING_KEY, span, what, key);
        }
        return text(key);
    }

    /** A text; a number or a boolean is one too, and counts as it is written. */
    Optional<MetricText> text(String key) {
        Optional<Node> node = find(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return Optional.of(yaml.value(scalar));
        }
        invalid(key, node.get(), "a text");
        return Optional.empty();
    }

    /** A text of which the place counts and not the letters. */
    Optional<String> plain(String key) {
        return text(key).map(MetricText::text);
    }

    private Optional<Node> find(String key) {
        return Optional.ofNullable(entries.get(key))
                .map(Entry::value)
                .filter(
                        node ->
                                !(node instanceof ScalarNode scalar
                                        && scalar.getTag().equals(Tag.NULL)));
    }

    /** Says what a value must be. */
    void invalid(String key, String expected) {
        invalid(key, entries.get(key).value(), expected);
    }

    private void invalid(String key, Node node, String expected) {
        add(
                ErrorCode.MILLRACE_METRIC_VIEW_INVALID_VALUE,
                yaml.firstLine(node),
                "`" + key + "`",
                expected);
    }

    /** The mappings of a list. */
    List<MetricMap> maps(String key) {
        List<MetricMap> result = new ArrayList<>();
        for (Node element : elements(key)) {
            if (element instanceof MappingNode mapping) {
                result.add(of(yaml, mapping));
            } else {
                invalid(key, element, "a list of mappings, each behind `-`");
            }
        }
        return result;
    }

    /** The texts of a list. */
    List<MetricText> texts(String key) {
        List<MetricText> result = new ArrayList<>();
        for (Node element : elements(key)) {
            if (element instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
                result.add(yaml.value(scalar));
            } else {
                invalid(key, element, "a list of texts");
            }
        }
        return result;
    }

    private List<Node> elements(String key) {
        Optional<Node> node = find(key);
        if (node.isPresent() && node.get() instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        node.ifPresent(value -> invalid(key, value, "a list"));
        return List.of();
    }
}
