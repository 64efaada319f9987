/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.Severity;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Replaces references such as <code>${var.catalog}</code> in the values of a bundle. A value that
 * is nothing but a reference takes the type of what it stands for. Other <code>${keys}</code> stay
 * as they are: they belong to the pipeline's own configuration.
 */
final class BundleReferences {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\{([A-Za-z][A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]+|\\[[0-9]+])+)}");
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_-]+|\\[[0-9]+]");
    private static final Set<String> ROOTS =
            Set.of("var", "variables", "bundle", "workspace", "resources", "artifacts");

    /** Far more than a bundle needs, and little enough to survive one that multiplies itself. */
    private static final int MOST_NODES = 100_000;

    private static final int MOST_LETTERS = 1 << 20;

    private final Bundle bundle;
    private final BundleVariables variables;
    private final BundleValues values;
    private final ProjectOptions options;
    private final Set<String> told = new LinkedHashSet<>();
    private int nodes;

    BundleReferences(Bundle bundle, BundleVariables variables, ProjectOptions options) {
        this.bundle = bundle;
        this.variables = variables;
        this.values = new BundleValues(bundle);
        this.options = options;
    }

    /** A reference that has no value here. */
    static final class Unresolved extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Diagnostic diagnostic;
        private final boolean deployed;

        Unresolved(Diagnostic diagnostic, boolean deployed) {
            super(diagnostic.message());
            this.diagnostic = diagnostic;
            this.deployed = deployed;
        }

        Diagnostic diagnostic() {
            return diagnostic;
        }

        /** Whether only a workspace knows the value, so that nothing is wrong with the bundle. */
        boolean isDeployed() {
            return deployed;
        }
    }

    /** The same value with all references replaced, at every level. */
    Node resolve(Node node) throws Unresolved {
        return resolve(node, new LinkedHashSet<>());
    }

    private Node resolve(Node node, Set<String> active) throws Unresolved {
        if (++nodes > MOST_NODES) {
            throw unresolved(node, "", "makes the bundle too large", Optional.empty(), false);
        }
        if (node instanceof MappingNode mapping) {
            List<NodeTuple> tuples = new ArrayList<>();
            for (NodeTuple tuple : mapping.getValue()) {
                tuples.add(
                        new NodeTuple(tuple.getKeyNode(), resolve(tuple.getValueNode(), active)));
            }
            return BundleNodes.like(mapping, tuples);
        }
        if (node instanceof SequenceNode sequence) {
            List<Node> elements = new ArrayList<>();
            for (Node element : sequence.getValue()) {
                elements.add(resolve(element, active));
            }
            return BundleNodes.like(sequence, elements);
        }
        return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)
                ? scalar(scalar, active)
                : node;
    }

    private Node scalar(ScalarNode scalar, Set<String> active) throws Unresolved {
        Matcher matcher = REFERENCE.matcher(scalar.getValue());
        StringBuilder text = new StringBuilder();
        int done = 0;
        while (matcher.find()) {
            String path = matcher.group(1);
            List<String> parts = parts(path);
            if (!ROOTS.contains(parts.get(0))) {
                continue;
            }
            Node value = lookUp(scalar, path, parts, active);
            if (matcher.group().length() == scalar.getValue().length()) {
                return value instanceof ScalarNode found
                        ? at(scalar, found.getTag(), found.getValue())
                        : value;
            }
            if (!(value instanceof ScalarNode found)) {
                throw unresolved(
                        scalar,
                        path,
                        "is no text and cannot stand within one",
                        Optional.empty(),
                        false);
            }
            text.append(scalar.getValue().substring(done, matcher.start()))
                    .append(found.getValue());
            done = matcher.end();
            if (text.length() > MOST_LETTERS) {
                throw unresolved(scalar, path, "makes a text too long", Optional.empty(), false);
            }
        }
        return done == 0 ? scalar : at(scalar, Tag.STR, text + scalar.getValue().substring(done));
    }

    /** A value keeps the place of its reference, from which paths in it start. */
    private static ScalarNode at(ScalarNode place, Tag tag, String value) {
        return new ScalarNode(
                tag, true, value, place.getScalarStyle(), place.getStartMark(), place.getEndMark());
    }

    private static List<String> parts(String path) {
        return PART.matcher(path).results().map(result -> result.group()).toList();
    }

    private Node lookUp(ScalarNode place, String path, List<String> parts, Set<String> active)
            throws Unresolved {
        if (!active.add(path)) {
            throw unresolved(
                    place,
                    path,
                    "refers to itself: " + String.join(" -> ", active) + " -> " + path,
                    Optional.empty(),
                    false);
        }
        Node value = resolve(find(place, path, parts, active), active);
        active.remove(path);
        return value;
    }

    private Node find(ScalarNode place, String path, List<String> parts, Set<String> active)
            throws Unresolved {
        String given = options.variables().get(path);
        if (given != null) {
            return BundleVariables.scalar(given);
        }
        if (parts.get(0).equals("var")) {
            return variable(place, path, parts, active);
        }
        Optional<Node> stands = values.find(parts);
        if (stands.isPresent()) {
            return stands.get();
        }
        Optional<String> user = values.user(parts);
        if (user.isPresent()) {
            tellUser(place, path, user.get());
            return BundleVariables.scalar(user.get());
        }
        throw unresolved(
                place,
                path,
                "has no value outside of a workspace",
                Optional.of("--var " + path + "=VALUE gives it one"),
                true);
    }

    private Node variable(ScalarNode place, String path, List<String> parts, Set<String> active)
            throws Unresolved {
        String name = parts.get(1);
        Optional<Node> value = variables.value(name);
        if (value.isPresent()) {
            if (parts.size() == 2) {
                return value.get();
            }
            Optional<Node> part =
                    BundleNodes.find(resolve(value.get(), active), parts.subList(2, parts.size()));
            if (part.isPresent()) {
                return part.get();
            }
            throw unresolved(
                    place,
                    path,
                    "names nothing in the value of `" + name + "`",
                    Optional.empty(),
                    false);
        }
        if (!variables.isDeclared(name)) {
            throw unresolved(
                    place,
                    path,
                    "names no variable of the bundle",
                    Optional.of(variables.hint(name)),
                    false);
        }
        boolean lookup = variables.isLookup(name);
        throw unresolved(
                place,
                path,
                lookup
                        ? "is looked up in a workspace, and there is none here"
                        : "has no value in target `" + bundle.target() + "`, and no default",
                Optional.of("--var " + name + "=VALUE, or BUNDLE_VAR_" + name + ", gives it one"),
                lookup);
    }

    private void tellUser(ScalarNode place, String path, String user) {
        if (told.add(path)) {
            Diagnostic diagnostic =
                    Diagnostic.of(
                            ErrorCode.MILLRACE_BUNDLE_REFERENCE,
                            span(place, path),
                            "${" + path + "}",
                            "is `" + user + "`, as the user of this machine is called");
            bundle.text()
                    .add(
                            severity(diagnostic, Severity.NOTE)
                                    .withHint("--var " + path + "=VALUE gives another value"));
        }
    }

    static Diagnostic severity(Diagnostic diagnostic, Severity severity) {
        return new Diagnostic(
                diagnostic.code(),
                severity,
                diagnostic.span(),
                diagnostic.label(),
                diagnostic.message(),
                diagnostic.hint(),
                diagnostic.related());
    }

    private Unresolved unresolved(
            Node place, String path, String why, Optional<String> hint, boolean deployed) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_BUNDLE_REFERENCE,
                        span(place, path),
                        "${" + path + "}",
                        why);
        return new Unresolved(hint.map(diagnostic::withHint).orElse(diagnostic), deployed);
    }

    /** The reference itself where it can be found in the text of the value. */
    private SourceSpan span(Node place, String path) {
        SourceSpan whole = bundle.text().span(place);
        String reference = "${" + path + "}";
        int at = whole.text().indexOf(reference);
        return at < 0
                ? whole
                : whole.file().span(whole.start() + at, whole.start() + at + reference.length());
    }
}
