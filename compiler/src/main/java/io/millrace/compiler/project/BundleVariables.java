/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The variables of a bundle. The first place that gives a value wins: {@code --var}, {@code
 * BUNDLE_VAR_name} in the environment, {@code variable-overrides.json} of the target, the target,
 * the default.
 */
final class BundleVariables {

    private static final String ENVIRONMENT = "BUNDLE_VAR_";

    /** The keys of a declaration, by which it is told from a value that is a mapping. */
    private static final Set<String> DECLARATION =
            Set.of("default", "description", "lookup", "type");

    private final Bundle bundle;
    private final ProjectOptions options;
    private final Map<String, NodeTuple> declared;
    private final Map<String, Node> overrides;

    BundleVariables(Bundle bundle, ProjectOptions options, Diagnostics diagnostics) {
        this.bundle = bundle;
        this.options = options;
        this.declared =
                BundleNodes.mapping(bundle.tree(), "variables")
                        .map(BundleNodes::entries)
                        .orElse(Map.of());
        this.overrides = overrides(diagnostics);
        options.variables().keySet().forEach(name -> checkDeclared(name, diagnostics));
    }

    /** A dotted name stands for a reference, such as {@code workspace.current_user.userName}. */
    private void checkDeclared(String name, Diagnostics diagnostics) {
        if (declared.containsKey(name) || name.indexOf('.') >= 0) {
            return;
        }
        diagnostics.add(
                Diagnostic.withoutPlace(ErrorCode.MILLRACE_UNKNOWN_VARIABLE, name)
                        .withHint(hint(name)));
    }

    /** What to write instead of a name that is no variable. */
    String hint(String name) {
        return NearestName.of(name, declared.keySet())
                .map(near -> "did you mean `" + near + "`?")
                .orElse(
                        declared.isEmpty()
                                ? "declare it under `variables` in databricks.yml"
                                : "the bundle has " + String.join(", ", declared.keySet()));
    }

    boolean isDeclared(String name) {
        return declared.containsKey(name);
    }

    /** Whether the value is something to look up in a workspace, which nobody has given here. */
    boolean isLookup(String name) {
        return value(name).isEmpty()
                && (has(declaration(name), "lookup") || has(inTarget(name).orElse(null), "lookup"));
    }

    private static boolean has(Node node, String key) {
        return node != null && BundleNodes.find(node, List.of(key)).isPresent();
    }

    private Node declaration(String name) {
        return Optional.ofNullable(declared.get(name)).map(NodeTuple::getValueNode).orElse(null);
    }

    private Optional<Node> inTarget(String name) {
        return bundle.targetVariables().flatMap(all -> BundleNodes.find(all, List.of(name)));
    }

    /** Its references are not replaced yet. */
    Optional<Node> value(String name) {
        return given(name)
                .or(() -> Optional.ofNullable(overrides.get(name)))
                .or(() -> inTarget(name).flatMap(this::valueOf))
                .or(
                        () ->
                                has(inTarget(name).orElse(null), "lookup")
                                        ? Optional.empty()
                                        : Optional.ofNullable(declaration(name))
                                                .flatMap(
                                                        node ->
                                                                BundleNodes.find(
                                                                        node, List.of("default"))));
    }

    private Optional<Node> given(String name) {
        return Optional.ofNullable(options.variables().get(name))
                .or(() -> Optional.ofNullable(options.environment().get(ENVIRONMENT + name)))
                .map(BundleVariables::scalar);
    }

    static Node scalar(String text) {
        return new ScalarNode(Tag.STR, text, ScalarStyle.PLAIN);
    }

    private Optional<Node> valueOf(Node node) {
        boolean declaration =
                node instanceof MappingNode mapping
                        && !mapping.getValue().isEmpty()
                        && DECLARATION.containsAll(BundleNodes.entries(mapping).keySet());
        return declaration ? BundleNodes.find(node, List.of("default")) : Optional.of(node);
    }

    private Map<String, Node> overrides(Diagnostics diagnostics) {
        Path path =
                bundle.root()
                        .resolve(".databricks/bundle")
                        .resolve(bundle.target())
                        .resolve("variable-overrides.json");
        Map<String, Node> result = new LinkedHashMap<>();
        if (Files.isRegularFile(path)) {
            TextReader.read(path, path.toString(), diagnostics)
                    .flatMap(file -> YamlText.parseNode(file, diagnostics))
                    .ifPresent(
                            node ->
                                    BundleNodes.entries(node)
                                            .forEach(
                                                    (name, tuple) ->
                                                            result.put(
                                                                    name, tuple.getValueNode())));
        }
        return result;
    }
}
