/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The trees of the files of a bundle: made uniform, merged, and looked into. */
final class BundleNodes {

    private static final String MERGE_KEY = "<<";

    private BundleNodes() {}

    /**
     * The same tree with the merge keys ({@code <<}) carried out. A key that is given twice is an
     * error, because merging would hide it, and so is an alias within what it stands for.
     */
    static MappingNode uniform(MappingNode root, YamlText text) {
        return (MappingNode) new Uniform(text).node(root);
    }

    private static final class Uniform {
        private final YamlText text;
        private final IdentityHashMap<Node, Node> done = new IdentityHashMap<>();
        private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

        Uniform(YamlText text) {
            this.text = text;
        }

        Node node(Node node) {
            Node known = done.get(node);
            if (known != null) {
                return known;
            }
            if (!open.add(node)) {
                text.add(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_PROJECT_SYNTAX_ERROR,
                                text.span(node),
                                "an alias stands within what it stands for"));
                return new ScalarNode(Tag.NULL, "", ScalarStyle.PLAIN);
            }
            Node result = node;
            if (node instanceof MappingNode mapping) {
                result = mapping(mapping);
            } else if (node instanceof SequenceNode sequence) {
                result = like(sequence, sequence.getValue().stream().map(this::node).toList());
            }
            open.remove(node);
            done.put(node, result);
            return result;
        }

        private MappingNode mapping(MappingNode mapping) {
            Map<String, NodeTuple> own = new LinkedHashMap<>();
            List<MappingNode> inherited = new ArrayList<>();
            for (NodeTuple tuple : mapping.getValue()) {
                String key = key(tuple);
                Node value = node(tuple.getValueNode());
                if (key.equals(MERGE_KEY) && addInherited(value, inherited)) {
                    continue;
                }
                NodeTuple earlier = own.putIfAbsent(key, new NodeTuple(tuple.getKeyNode(), value));
                if (earlier != null) {
                    text.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_PROJECT_DUPLICATE_KEY,
                                            text.span(tuple.getKeyNode()),
                                            key)
                                    .withRelated(
                                            text.span(earlier.getKeyNode()), "given here first"));
                }
            }
            for (MappingNode parent : inherited) {
                entries(parent).forEach(own::putIfAbsent);
            }
            return like(mapping, List.copyOf(own.values()));
        }

        private static boolean addInherited(Node value, List<MappingNode> inherited) {
            if (value instanceof MappingNode parent) {
                return inherited.add(parent);
            }
            if (value instanceof SequenceNode parents
                    && parents.getValue().stream().allMatch(MappingNode.class::isInstance)) {
                parents.getValue().forEach(parent -> inherited.add((MappingNode) parent));
                return true;
            }
            return false;
        }
    }

    /**
     * What two places say together: mappings are merged key by key, lists are put one behind the
     * other, and of all else the second wins.
     */
    static Node merge(Node first, Node second) {
        if (first instanceof MappingNode left && second instanceof MappingNode right) {
            Map<String, NodeTuple> merged = new LinkedHashMap<>(entries(left));
            entries(right)
                    .forEach(
                            (key, tuple) ->
                                    merged.merge(
                                            key,
                                            tuple,
                                            (a, b) ->
                                                    new NodeTuple(
                                                            a.getKeyNode(),
                                                            merge(
                                                                    a.getValueNode(),
                                                                    b.getValueNode()))));
            return like(left, List.copyOf(merged.values()));
        }
        if (first instanceof SequenceNode left && second instanceof SequenceNode right) {
            List<Node> all = new ArrayList<>(left.getValue());
            all.addAll(right.getValue());
            return like(left, all);
        }
        return isNull(second) && !isNull(first) ? first : second;
    }

    static MappingNode like(MappingNode node, List<NodeTuple> values) {
        return new MappingNode(
                node.getTag(),
                true,
                values,
                node.getFlowStyle(),
                node.getStartMark(),
                node.getEndMark());
    }

    static SequenceNode like(SequenceNode node, List<Node> values) {
        return new SequenceNode(
                node.getTag(),
                true,
                values,
                node.getFlowStyle(),
                node.getStartMark(),
                node.getEndMark());
    }

    /** By key, in the order in which they stand. */
    static Map<String, NodeTuple> entries(MappingNode mapping) {
        Map<String, NodeTuple> result = new LinkedHashMap<>();
        mapping.getValue().forEach(tuple -> result.put(key(tuple), tuple));
        return result;
    }

    private static String key(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar
                ? scalar.getValue()
                : tuple.getKeyNode().toString();
    }

    static boolean isNull(Node node) {
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
    }

    /** What stands at a path of keys and {@code [n]}; empty when there is nothing, or no value. */
    static Optional<Node> find(Node root, List<String> path) {
        Node node = root;
        for (String part : path) {
            Optional<Node> next = child(node, part);
            if (next.isEmpty()) {
                return next;
            }
            node = next.get();
        }
        return isNull(node) ? Optional.empty() : Optional.of(node);
    }

    private static Optional<Node> child(Node node, String part) {
        if (node instanceof MappingNode mapping) {
            return Optional.ofNullable(entries(mapping).get(part)).map(NodeTuple::getValueNode);
        }
        if (node instanceof SequenceNode sequence && part.startsWith("[")) {
            String digits = part.substring(1, part.length() - 1);
            int size = sequence.getValue().size();
            int index = digits.length() > 9 ? size : Integer.parseInt(digits);
            return index < size ? Optional.of(sequence.getValue().get(index)) : Optional.empty();
        }
        return Optional.empty();
    }

    /** A mapping at a path, or empty. */
    static Optional<MappingNode> mapping(Node root, String... path) {
        return find(root, List.of(path))
                .filter(MappingNode.class::isInstance)
                .map(MappingNode.class::cast);
    }

    /** A text, number or boolean at a path, as text. */
    static Optional<String> text(Node root, String... path) {
        return find(root, List.of(path))
                .filter(ScalarNode.class::isInstance)
                .map(node -> ((ScalarNode) node).getValue());
    }
}
