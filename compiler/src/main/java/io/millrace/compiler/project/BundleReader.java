/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceFile;
import java.nio.file.Path;
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

/**
 * Reads {@code databricks.yml} and the files that it includes, and merges the chosen target into
 * them, as the command line of Databricks does.
 */
final class BundleReader {

    /** What a target may change of the bundle; the rest of it is about deployments. */
    private static final List<String> MERGED = List.of("bundle", "workspace", "resources");

    private static final String IMPLICIT_TARGET = "default";

    private final Path root;
    private final String prefix;
    private final Diagnostics diagnostics;
    private final Map<String, SourceFile> files = new LinkedHashMap<>();
    private final Map<String, Path> paths = new LinkedHashMap<>();

    /**
     * For one bundle.
     *
     * @param root without links
     * @param prefix what stands before the names of files
     */
    BundleReader(Path root, String prefix, Diagnostics diagnostics) {
        this.root = root;
        this.prefix = prefix;
        this.diagnostics = diagnostics;
    }

    /** Empty after an error was added. */
    Optional<Bundle> read(String fileName, Optional<String> wantedTarget) {
        Path file = root.resolve(fileName);
        Optional<MappingNode> top = parse(file);
        if (top.isEmpty()) {
            return Optional.empty();
        }
        MappingNode tree = top.get();
        for (Path included : included(tree, file)) {
            Optional<MappingNode> more = parse(included);
            if (more.isPresent()) {
                rejectSecondPipelines(tree, more.get());
                tree = (MappingNode) BundleNodes.merge(tree, more.get());
            }
        }
        MappingNode merged = tree;
        return target(merged, wantedTarget).map(target -> withTarget(merged, target));
    }

    private YamlText text() {
        return new YamlText(files.values().iterator().next(), files, diagnostics);
    }

    private Optional<MappingNode> parse(Path path) {
        String name = prefix + SourceFinder.relative(root, path);
        Optional<SourceFile> file = TextReader.read(path, name, diagnostics);
        file.ifPresent(
                read -> {
                    files.put(name, read);
                    paths.put(name, path);
                });
        return file.flatMap(read -> YamlText.parseNode(read, diagnostics))
                .map(node -> BundleNodes.uniform(node, text()));
    }

    private List<Path> included(MappingNode tree, Path own) {
        List<Path> result = new ArrayList<>();
        List<Node> patterns =
                BundleNodes.find(tree, List.of("include"))
                        .filter(SequenceNode.class::isInstance)
                        .map(node -> ((SequenceNode) node).getValue())
                        .orElse(List.of());
        SourceFinder finder = new SourceFinder(root, diagnostics);
        for (Node node : patterns) {
            if (!(node instanceof ScalarNode pattern)) {
                continue;
            }
            SparkSpec.Library library =
                    new SparkSpec.Library(pattern.getValue(), text().span(node), root);
            List<Path> matches = finder.matches(library);
            if (matches.isEmpty() && !SourceFinder.hasWildcard(pattern.getValue())) {
                diagnostics.add(SourceFinder.noMatch(library));
            }
            matches.stream()
                    .filter(path -> !path.equals(own) && !result.contains(path))
                    .filter(ProjectFiles::isYaml)
                    .forEach(result::add);
        }
        return result;
    }

    /** A pipeline is defined in one file; targets change it. */
    private void rejectSecondPipelines(MappingNode tree, MappingNode more) {
        Map<String, NodeTuple> known = pipelines(tree);
        pipelines(more)
                .forEach(
                        (key, tuple) -> {
                            NodeTuple first = known.get(key);
                            if (first != null) {
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_PROJECT_DUPLICATE_KEY,
                                                        text().span(tuple.getKeyNode()),
                                                        key)
                                                .withRelated(
                                                        text().span(first.getKeyNode()),
                                                        "given here first"));
                            }
                        });
    }

    private static Map<String, NodeTuple> pipelines(MappingNode tree) {
        return BundleNodes.mapping(tree, "resources", "pipelines")
                .map(BundleNodes::entries)
                .orElse(Map.of());
    }

    private Bundle withTarget(MappingNode tree, String target) {
        Optional<MappingNode> block = BundleNodes.mapping(tree, "targets", target);
        Node merged = tree;
        if (block.isPresent()) {
            List<NodeTuple> changes =
                    block.get().getValue().stream()
                            .filter(tuple -> MERGED.contains(scalar(tuple.getKeyNode())))
                            .toList();
            merged = BundleNodes.merge(tree, BundleNodes.like(block.get(), changes));
        }
        return new Bundle(
                root,
                text(),
                (MappingNode) merged,
                target,
                block.flatMap(given -> BundleNodes.mapping(given, "variables")),
                paths);
    }

    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private Optional<String> target(MappingNode tree, Optional<String> wanted) {
        Map<String, NodeTuple> targets =
                BundleNodes.mapping(tree, "targets").map(BundleNodes::entries).orElse(Map.of());
        if (wanted.isPresent()) {
            return known(wanted.get(), targets);
        }
        if (targets.size() <= 1) {
            return Optional.of(targets.keySet().stream().findFirst().orElse(IMPLICIT_TARGET));
        }
        List<String> defaults =
                targets.keySet().stream()
                        .filter(name -> isDefault(targets.get(name).getValueNode()))
                        .toList();
        if (defaults.size() == 1) {
            return Optional.of(defaults.get(0));
        }
        String why =
                defaults.isEmpty()
                        ? "none of its targets has `default: true`: "
                                + String.join(", ", targets.keySet())
                        : "several of its targets have `default: true`: "
                                + String.join(", ", defaults);
        NodeTuple place =
                targets.get(
                        defaults.isEmpty() ? targets.keySet().iterator().next() : defaults.get(1));
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_BUNDLE_TARGET,
                                text().span(place.getKeyNode()),
                                why)
                        .withHint("--target " + targets.keySet().iterator().next()));
        return Optional.empty();
    }

    private static boolean isDefault(Node target) {
        return BundleNodes.text(target, "default").filter("true"::equals).isPresent();
    }

    private Optional<String> known(String wanted, Map<String, NodeTuple> targets) {
        if (targets.containsKey(wanted)) {
            return Optional.of(wanted);
        }
        Diagnostic diagnostic = Diagnostic.withoutPlace(ErrorCode.MILLRACE_UNKNOWN_TARGET, wanted);
        diagnostics.add(
                diagnostic.withHint(
                        NearestName.of(wanted, targets.keySet())
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse(
                                        targets.isEmpty()
                                                ? "the bundle has no targets"
                                                : "the bundle has "
                                                        + String.join(", ", targets.keySet()))));
        return Optional.empty();
    }
}
