/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.diagnostic.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One pipeline of a bundle: what of it is carried out, and what is told about the rest. */
final class BundlePipeline {

    private static final List<String> READ =
            List.of(
                    "name",
                    "catalog",
                    "schema",
                    "target",
                    "configuration",
                    "parameters",
                    "libraries",
                    "continuous");

    /** Keys about the machines of a workspace and about who may do what in it. */
    private static final List<String> OF_THE_WORKSPACE =
            List.of(
                    "allow_duplicate_names",
                    "budget_policy_id",
                    "channel",
                    "clusters",
                    "deployment",
                    "development",
                    "dry_run",
                    "edition",
                    "environment",
                    "filters",
                    "id",
                    "lifecycle",
                    "permissions",
                    "photon",
                    "restart_window",
                    "root_path",
                    "run_as",
                    "serverless",
                    "tags",
                    "usage_policy_id");

    /** Keys that do something of their own there, and what does it here. */
    private static final Map<String, String> ELSEWHERE =
            Map.of(
                    "event_log", "the events are in a log of files: see `millrace events`",
                    "notifications", "`notifications` in a millrace.yml beside databricks.yml",
                    "storage", "MILLRACE_STORAGE, or `storage` of a target in millrace.yml",
                    "trigger", "`millrace run` in a scheduler, or --continuous");

    private static final List<String> INGESTION =
            List.of("gateway_definition", "ingestion_definition");

    private final Bundle bundle;
    private final BundleReferences references;
    private final String key;
    private final NodeTuple tuple;
    private final Map<String, NodeTuple> entries;

    BundlePipeline(Bundle bundle, BundleReferences references, String key) {
        this.bundle = bundle;
        this.references = references;
        this.key = key;
        this.tuple = bundle.pipelines().get(key);
        this.entries =
                tuple.getValueNode() instanceof MappingNode mapping
                        ? BundleNodes.entries(mapping)
                        : Map.of();
    }

    /** The name that the pipeline goes by, or its key when it has none that is known here. */
    String name() {
        return optional("name")
                .flatMap(
                        node -> {
                            try {
                                return scalar("name", references.resolve(node));
                            } catch (BundleReferences.Unresolved e) {
                                // Told when the pipeline is read.
                                return Optional.empty();
                            }
                        })
                .orElse(key);
    }

    /** In the form of a spec of Spark; errors and notes are added. */
    SparkSpec read() {
        if (!(tuple.getValueNode() instanceof MappingNode)) {
            wrong(key, tuple.getValueNode(), "a mapping of keys to values");
        }
        tellUnused();
        Optional<String> schema = text("schema");
        Optional<String> target = text("target");
        for (String ingestion : INGESTION) {
            optional(ingestion)
                    .ifPresent(
                            node ->
                                    add(
                                            ErrorCode.MILLRACE_EMPTY_PIPELINE,
                                            ingestion,
                                            "`%s` has no SQL, but reads through a connector"
                                                    .formatted(key)));
        }
        return new SparkSpec(
                text("name").or(() -> Optional.of(key)),
                text("catalog"),
                schema.or(() -> target),
                Optional.empty(),
                configuration(),
                parameters(),
                libraries());
    }

    private Optional<Node> optional(String name) {
        return Optional.ofNullable(entries.get(name))
                .map(NodeTuple::getValueNode)
                .filter(node -> !BundleNodes.isNull(node));
    }

    private void add(ErrorCode code, String entry, Object... arguments) {
        bundle.text()
                .add(
                        Diagnostic.of(
                                code,
                                bundle.text().span(entries.get(entry).getKeyNode()),
                                arguments));
    }

    /** The value of a key with its references replaced; an error is added where one has none. */
    private Optional<Node> resolved(String name) {
        return optional(name).flatMap(this::resolved);
    }

    private Optional<Node> resolved(Node node) {
        try {
            return Optional.of(references.resolve(node));
        } catch (BundleReferences.Unresolved e) {
            bundle.text().add(e.diagnostic());
            return Optional.empty();
        }
    }

    private Optional<String> text(String name) {
        return resolved(name).flatMap(node -> scalar(name, node));
    }

    private Optional<String> scalar(String name, Node node) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return Optional.of(scalar.getValue());
        }
        return wrong(name, node, "a text");
    }

    private <T> Optional<T> wrong(String name, Node node, String expected) {
        bundle.text()
                .add(
                        Diagnostic.of(
                                ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                                bundle.text().firstLine(node),
                                name,
                                expected));
        return Optional.empty();
    }

    private Map<String, String> configuration() {
        Map<String, String> result = new LinkedHashMap<>();
        settings("configuration").forEach((name, value) -> result.put(name, value.text()));
        return result;
    }

    private Map<String, ParameterValue> parameters() {
        return settings("parameters");
    }

    private Map<String, ParameterValue> settings(String name) {
        Map<String, ParameterValue> result = new LinkedHashMap<>();
        Optional<Node> whole = optional(name);
        // A mapping that is a variable as a whole is replaced first; then each value alone.
        if (whole.isPresent() && whole.get() instanceof ScalarNode) {
            whole = resolved(whole.get());
        }
        if (whole.isEmpty()) {
            return result;
        }
        if (!(whole.get() instanceof MappingNode mapping)) {
            wrong(name, whole.get(), "a mapping of keys to values");
            return result;
        }
        BundleNodes.entries(mapping)
                .forEach(
                        (setting, entry) ->
                                setting(name + "." + setting, entry.getValueNode())
                                        .ifPresent(value -> result.put(setting, value)));
        return result;
    }

    /** What only a workspace knows is left out: it is an error where a query asks for it. */
    private Optional<ParameterValue> setting(String path, Node node) {
        if (BundleNodes.isNull(node)) {
            return Optional.empty();
        }
        try {
            Node value = references.resolve(node);
            return value instanceof ScalarNode scalar
                    ? Optional.of(YamlMap.typed(scalar))
                    : wrong(path, node, "a text, a number or a boolean");
        } catch (BundleReferences.Unresolved e) {
            bundle.text().add(e.isDeployed() ? leftOut(path, e.diagnostic()) : e.diagnostic());
            return Optional.empty();
        }
    }

    private static Diagnostic leftOut(String path, Diagnostic diagnostic) {
        Diagnostic warning = BundleReferences.severity(diagnostic, Severity.WARNING);
        return new Diagnostic(
                warning.code(),
                warning.severity(),
                warning.span(),
                warning.label(),
                warning.message() + "; `" + path + "` is left out",
                warning.hint(),
                warning.related());
    }

    private List<SparkSpec.Library> libraries() {
        List<SparkSpec.Library> result = new ArrayList<>();
        Optional<Node> given = resolved("libraries");
        if (given.isPresent() && !(given.get() instanceof SequenceNode)) {
            wrong("libraries", given.get(), "a list");
        }
        if (given.isPresent() && given.get() instanceof SequenceNode sequence) {
            sequence.getValue().forEach(entry -> library(entry, result));
        } else if (given.isEmpty() && INGESTION.stream().noneMatch(entries::containsKey)) {
            bundle.text()
                    .add(
                            Diagnostic.of(
                                    ErrorCode.MILLRACE_PROJECT_MISSING_KEY,
                                    bundle.text().span(tuple.getKeyNode()),
                                    "pipeline `" + key + "`",
                                    "libraries"));
        }
        return result;
    }

    private void library(Node entry, List<SparkSpec.Library> result) {
        Optional<Node> path =
                Stream.of(
                                List.of("file", "path"),
                                List.of("notebook", "path"),
                                List.of("glob", "include"))
                        .flatMap(keys -> BundleNodes.find(entry, keys).stream())
                        .findFirst();
        if (path.isEmpty()) {
            bundle.text()
                    .add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_BUNDLE_KEY_NOT_USED,
                                            bundle.text().firstLine(entry),
                                            "this library",
                                            "is no file of SQL")
                                    .withHint("libraries are `file`, `notebook` and `glob`"));
            return;
        }
        boolean notebook = BundleNodes.find(entry, List.of("notebook")).isPresent();
        scalar("path", path.get())
                .ifPresent(
                        include -> {
                            Path base = bundle.folder(path.get());
                            result.add(
                                    new SparkSpec.Library(
                                            notebook ? notebook(base, include) : include,
                                            bundle.text().span(path.get()),
                                            base));
                        });
    }

    /** The path of a notebook may lack the ending that its file has. */
    private static String notebook(Path base, String include) {
        return Files.exists(base.resolve(include))
                ? include
                : Stream.of(".sql", ".py", ".ipynb")
                        .map(ending -> include + ending)
                        .filter(file -> Files.exists(base.resolve(file)))
                        .findFirst()
                        .orElse(include);
    }

    private void tellUnused() {
        List<String> unused = entries.keySet().stream().filter(OF_THE_WORKSPACE::contains).toList();
        if (!unused.isEmpty()) {
            add(
                    ErrorCode.MILLRACE_BUNDLE_KEY_NOT_USED,
                    unused.get(0),
                    "`" + String.join("`, `", unused) + "`",
                    unused.size() == 1
                            ? "is about a workspace and changes nothing here"
                            : "are about a workspace and change nothing here");
        }
        entries.forEach((name, entry) -> tellUnused(name, entry.getKeyNode()));
        boolean continuous =
                BundleNodes.text(tuple.getValueNode(), "continuous")
                        .filter("true"::equals)
                        .isPresent();
        if (continuous) {
            tell("continuous", "alone makes no update go on", "`millrace run --continuous`");
        }
    }

    private void tellUnused(String name, Node place) {
        String instead = ELSEWHERE.get(name);
        if (instead != null) {
            tell(name, "changes nothing here", instead);
        } else if (!READ.contains(name)
                && !OF_THE_WORKSPACE.contains(name)
                && !INGESTION.contains(name)) {
            Diagnostic unknown =
                    Diagnostic.of(
                            ErrorCode.MILLRACE_PROJECT_UNKNOWN_KEY,
                            bundle.text().span(place),
                            name,
                            "a pipeline of a bundle");
            Diagnostic warning = BundleReferences.severity(unknown, Severity.WARNING);
            bundle.text()
                    .add(
                            NearestName.of(name, READ)
                                    .map(near -> "did you mean `" + near + "`?")
                                    .map(warning::withHint)
                                    .orElse(warning));
        }
    }

    private void tell(String name, String what, String instead) {
        bundle.text()
                .add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_BUNDLE_KEY_NOT_USED,
                                        bundle.text().span(entries.get(name).getKeyNode()),
                                        "`" + name + "`",
                                        what)
                                .withHint(instead));
    }
}
