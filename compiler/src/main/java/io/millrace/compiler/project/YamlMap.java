/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
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
 * One mapping of a YAML file, read key by key. Whatever does not fit adds a diagnostic at its place
 * and counts as not given. A key whose value is empty counts as not given too.
 */
final class YamlMap {

    private final YamlText text;
    private final SourceSpan span;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(SourceSpan key, Node value) {}

    private YamlMap(YamlText text, SourceSpan span) {
        this.text = text;
        this.span = span;
    }

    static YamlMap empty(YamlText text) {
        return new YamlMap(text, text.start());
    }

    static YamlMap of(YamlText text, MappingNode node) {
        YamlMap map = new YamlMap(text, text.span(node));
        for (NodeTuple tuple : node.getValue()) {
            map.addEntry(tuple);
        }
        return map;
    }

    private void addEntry(NodeTuple tuple) {
        SourceSpan keySpan = text.span(tuple.getKeyNode());
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            text.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                            keySpan,
                            "a key",
                            "a plain text"));
            return;
        }
        Entry earlier =
                entries.putIfAbsent(key.getValue(), new Entry(keySpan, tuple.getValueNode()));
        if (earlier != null) {
            text.add(
                    Diagnostic.of(ErrorCode.MILLRACE_PROJECT_DUPLICATE_KEY, keySpan, key.getValue())
                            .withRelated(earlier.key(), "given here first"));
        }
    }

    /** Adds an error for each key that is none of these, with the nearest that is. */
    YamlMap allow(String what, List<String> known) {
        entries.forEach(
                (key, entry) -> {
                    if (known.contains(key)) {
                        return;
                    }
                    Diagnostic diagnostic =
                            Diagnostic.of(
                                    ErrorCode.MILLRACE_PROJECT_UNKNOWN_KEY, entry.key(), key, what);
                    text.add(
                            diagnostic.withHint(
                                    NearestName.of(key, known)
                                            .map(near -> "did you mean `" + near + "`?")
                                            .orElse("known keys: " + String.join(", ", known))));
                });
        return this;
    }

    /** Adds an error when the key is not there or has no value. */
    void require(String what, String key) {
        if (find(key).isEmpty()) {
            SourceSpan place =
                    Optional.ofNullable(entries.get(key)).map(Entry::key).orElse(start());
            text.add(Diagnostic.of(ErrorCode.MILLRACE_PROJECT_MISSING_KEY, place, what, key));
        }
    }

    private SourceSpan start() {
        return span.file().span(span.start(), span.start());
    }

    void add(Diagnostic diagnostic) {
        text.add(diagnostic);
    }

    List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    /** Where a key stands. */
    SourceSpan keySpan(String key) {
        return entries.get(key).key();
    }

    private Optional<Node> find(String key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::value).filter(this::hasValue);
    }

    private boolean hasValue(Node node) {
        return !(node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL));
    }

    private <T> Optional<T> wrong(String key, Node node, String expected) {
        text.add(
                Diagnostic.of(
                        ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                        text.firstLine(node),
                        key,
                        expected));
        return Optional.empty();
    }

    /** A text that is not empty. */
    Optional<String> string(String key) {
        Optional<Node> node = find(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() instanceof ScalarNode scalar
                && scalar.getTag().equals(Tag.STR)
                && !scalar.getValue().isBlank()) {
            return Optional.of(scalar.getValue());
        }
        return wrong(key, node.get(), "a text; put it into quotes");
    }

    Optional<Integer> integer(String key, int least) {
        Optional<Node> node = find(key);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        String expected = "a whole number of at least " + least;
        if (!(node.get() instanceof ScalarNode scalar)) {
            return wrong(key, node.get(), expected);
        }
        try {
            int value = Integer.parseInt(scalar.getValue());
            return value >= least ? Optional.of(value) : wrong(key, scalar, expected);
        } catch (NumberFormatException e) {
            return wrong(key, scalar, expected);
        }
    }

    Optional<YamlMap> map(String key) {
        Optional<Node> node = find(key);
        if (node.isPresent() && node.get() instanceof MappingNode mapping) {
            return Optional.of(of(text, mapping));
        }
        return node.isEmpty()
                ? Optional.empty()
                : wrong(key, node.get(), "a mapping of keys to values");
    }

    /** The mappings of a list. */
    List<YamlMap> maps(String key) {
        List<YamlMap> result = new ArrayList<>();
        for (Node element : elements(key)) {
            if (element instanceof MappingNode mapping) {
                result.add(of(text, mapping));
            } else {
                wrong(key, element, "a list of mappings");
            }
        }
        return result;
    }

    /** The texts of a list; each must be one of the known ones. */
    List<String> choices(String key, List<String> known) {
        List<String> result = new ArrayList<>();
        for (Node element : elements(key)) {
            if (element instanceof ScalarNode scalar && known.contains(scalar.getValue())) {
                result.add(scalar.getValue());
            } else {
                wrong(key, element, "a list of these: " + String.join(", ", known));
            }
        }
        return result;
    }

    private List<Node> elements(String key) {
        Optional<Node> node = find(key);
        if (node.isPresent() && node.get() instanceof SequenceNode sequence) {
            return sequence.getValue();
        }
        node.ifPresent(value -> wrong(key, value, "a list"));
        return List.of();
    }

    /** Texts, numbers and booleans, all as text. */
    Map<String, String> scalars(String key) {
        Map<String, String> result = new LinkedHashMap<>();
        parameters(key).forEach((name, value) -> result.put(name, value.text()));
        return result;
    }

    /** Texts, numbers and booleans with their types. */
    Map<String, ParameterValue> parameters(String key) {
        Map<String, ParameterValue> result = new LinkedHashMap<>();
        map(key).ifPresent(
                        map ->
                                map.entries.forEach(
                                        (name, entry) ->
                                                value(key + "." + name, entry.value())
                                                        .ifPresent(
                                                                value -> result.put(name, value))));
        return result;
    }

    private Optional<ParameterValue> value(String path, Node node) {
        if (!(node instanceof ScalarNode scalar) || scalar.getTag().equals(Tag.NULL)) {
            return wrong(path, node, "a text, a number or a boolean");
        }
        return Optional.of(typed(scalar));
    }

    /** A text, number or boolean with its type. */
    static ParameterValue typed(ScalarNode scalar) {
        return new ParameterValue(scalar.getValue(), type(scalar));
    }

    private static ParameterValue.Type type(ScalarNode scalar) {
        if (scalar.getTag().equals(Tag.BOOL)) {
            return ParameterValue.Type.BOOLEAN;
        }
        boolean number = scalar.getTag().equals(Tag.INT) || scalar.getTag().equals(Tag.FLOAT);
        return number && TypedText.isNumber(scalar.getValue())
                ? ParameterValue.Type.NUMBER
                : ParameterValue.Type.STRING;
    }
}
