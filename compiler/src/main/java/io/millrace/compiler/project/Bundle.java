/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/**
 * A bundle as its files have it, with the chosen target merged into it; references are not replaced
 * yet.
 *
 * @param root the folder of {@code databricks.yml}, without links
 * @param text places of nodes
 * @param targetVariables the values that the target gives to variables
 * @param files the files that were read, by the name that they have in messages
 */
record Bundle(
        Path root,
        YamlText text,
        MappingNode tree,
        String target,
        Optional<MappingNode> targetVariables,
        Map<String, Path> files) {

    Bundle {
        files = Map.copyOf(files);
    }

    String name() {
        return BundleNodes.text(tree, "bundle", "name")
                .orElseGet(() -> String.valueOf(root.getFileName()));
    }

    /** The pipelines by their keys. */
    Map<String, NodeTuple> pipelines() {
        return BundleNodes.mapping(tree, "resources", "pipelines")
                .map(BundleNodes::entries)
                .orElse(Map.of());
    }

    /** The files that say what the bundle is: no part of a pipeline, whatever a glob names. */
    Set<Path> ownFiles() {
        Set<Path> result = new LinkedHashSet<>(files.values());
        result.add(root.resolve(ProjectFiles.SETTINGS));
        return result;
    }

    /** The folder that a path starts from which a node holds: that of the node's file. */
    Path folder(Node node) {
        return Optional.ofNullable(files.get(text.file(node).name()))
                .map(Path::getParent)
                .orElse(root);
    }
}
