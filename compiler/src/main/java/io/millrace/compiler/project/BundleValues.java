/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * What references stand for that are no variables: what the bundle says, and what can be known
 * without a workspace.
 */
final class BundleValues {

    private final Bundle bundle;

    BundleValues(Bundle bundle) {
        this.bundle = bundle;
    }

    /** Its own references are not replaced yet. */
    Optional<Node> find(List<String> path) {
        return switch (String.join(".", path)) {
            case "bundle.target", "bundle.environment" -> text(bundle.target());
            case "bundle.name" -> text(bundle.name());
            // Files are where they are: nothing is copied into a workspace.
            case "workspace.file_path" -> text(bundle.root().toString());
            default -> BundleNodes.find(bundle.tree(), path).or(() -> computed(path));
        };
    }

    private static Optional<Node> text(String value) {
        return Optional.of(BundleVariables.scalar(value));
    }

    /** What a workspace would make of the names of a resource. */
    private Optional<Node> computed(List<String> path) {
        if (path.size() != 4 || !path.get(0).equals("resources")) {
            return Optional.empty();
        }
        String key = path.get(2);
        String attribute = path.get(1) + "." + path.get(3);
        String own = "${resources." + path.get(1) + "." + key + ".";
        boolean exists = BundleNodes.find(bundle.tree(), path.subList(0, 3)).isPresent();
        if (!exists) {
            return Optional.empty();
        }
        return switch (attribute) {
            case "schemas.id" -> text(own + "catalog_name}." + own + "name}");
            case "volumes.id" ->
                    text(own + "catalog_name}." + own + "schema_name}." + own + "name}");
            case "volumes.volume_path" ->
                    text(
                            "/Volumes/"
                                    + own
                                    + "catalog_name}/"
                                    + own
                                    + "schema_name}/"
                                    + own
                                    + "name}");
            default -> Optional.empty();
        };
    }

    /** The user of this machine instead of that of a workspace. */
    Optional<String> user(List<String> path) {
        String name = System.getProperty("user.name", "user");
        return switch (String.join(".", path)) {
            case "workspace.current_user.userName", "workspace.current_user.displayName" ->
                    Optional.of(name);
            case "workspace.current_user.short_name",
                    "workspace.current_user.domain_friendly_name" ->
                    Optional.of(name.replaceFirst("@.*", "").replaceAll("[^A-Za-z0-9]", "_"));
            default -> Optional.empty();
        };
    }
}
