/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.SkippedDeclarations;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.project.ProjectSettings.Pipeline;
import io.millrace.compiler.source.SourceFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;

/**
 * Loads a pipeline from a {@code .sql} file, a folder of such files, a spec of Spark or the folder
 * of one, or a bundle. Reads files only; all problems are reported in one go.
 */
public final class ProjectLoader {

    private final String given;
    private final ProjectOptions options;
    private final Diagnostics diagnostics = new Diagnostics();

    private ProjectLoader(String given, ProjectOptions options) {
        this.given = given;
        this.options = options;
    }

    /**
     * Loads a project.
     *
     * @param path as the user gave it; the names of the files in messages begin with it
     */
    public static LoadedProject load(String path, ProjectOptions options) {
        ProjectLoader loader = new ProjectLoader(path, options);
        Optional<PipelineProject> project = loader.load();
        return new LoadedProject(
                loader.diagnostics.hasErrors() ? Optional.empty() : project,
                loader.diagnostics.inSourceOrder());
    }

    private Optional<PipelineProject> load() {
        Path path;
        try {
            path = Path.of(given);
        } catch (InvalidPathException e) {
            return notFound("is not a path: " + e.getReason());
        }
        if (Files.isDirectory(path)) {
            return loadFolder(path);
        }
        if (!Files.isRegularFile(path)) {
            return notFound(Files.exists(path) ? "is no file and no folder" : "does not exist");
        }
        if (TextReader.isSql(path)) {
            return loadFile(path);
        }
        return ProjectFiles.isYaml(path)
                ? loadYaml(path)
                : notFound("is no .sql file, no folder, and no .yml file of a project");
    }

    private Optional<PipelineProject> notFound(String why) {
        diagnostics.add(Diagnostic.withoutPlace(ErrorCode.MILLRACE_PATH_NOT_FOUND, given, why));
        return Optional.empty();
    }

    private Optional<PipelineProject> loadFile(Path path) {
        String name = fileName(path).substring(0, fileName(path).length() - ".sql".length());
        Path folder = absolute(path).getParent();
        List<SourceFile> sources =
                TextReader.read(path, slashes(given), diagnostics).map(List::of).orElse(List.of());
        return Optional.of(
                settings(
                        Pipeline.plain(name, folder),
                        MillraceSettings.NONE,
                        sources,
                        SkippedDeclarations.NONE));
    }

    /** A spec or a bundle under whatever name. */
    private Optional<PipelineProject> loadYaml(Path path) {
        String name = fileName(path);
        Path folder = path.toAbsolutePath().getParent();
        if (name.equals(ProjectFiles.SETTINGS)) {
            return notFound("goes with a project; give the project's folder or its spec");
        }
        Optional<MappingNode> top =
                TextReader.read(path, slashes(given), diagnostics)
                        .flatMap(file -> YamlText.parseNode(file, diagnostics));
        if (top.isEmpty()) {
            return Optional.empty();
        }
        Set<String> keys = BundleNodes.entries(top.get()).keySet();
        if (ProjectFiles.BUNDLES.contains(name)) {
            return loadBundle(folder, parentOfGiven(), name);
        }
        boolean ofBundle = keys.contains("resources") || keys.contains("bundle");
        return ofBundle && !keys.contains("libraries")
                ? notFound("is a part of a bundle; give the folder with its databricks.yml")
                : loadProject(folder, parentOfGiven(), name);
    }

    private PipelineProject settings(
            Pipeline pipeline,
            MillraceSettings settings,
            List<SourceFile> sources,
            SkippedDeclarations skipped) {
        return new ProjectSettings(options, diagnostics)
                .apply(pipeline, settings, sources, skipped);
    }

    private Optional<PipelineProject> loadFolder(Path folder) {
        List<String> specs = present(folder, ProjectFiles.SPECS);
        List<String> bundles = present(folder, ProjectFiles.BUNDLES);
        List<String> names = specs.isEmpty() ? bundles : specs;
        if (names.size() > 1) {
            diagnostics.add(
                    Diagnostic.withoutPlace(
                            ErrorCode.MILLRACE_PROJECT_TWO_SPECS,
                            given,
                            names.get(0),
                            names.get(1)));
            return Optional.empty();
        }
        if (!specs.isEmpty()) {
            return loadProject(folder, prefixOfGiven(), specs.get(0));
        }
        return bundles.isEmpty()
                ? loadPlainFolder(folder)
                : loadBundle(folder, prefixOfGiven(), bundles.get(0));
    }

    private static List<String> present(Path folder, List<String> names) {
        return names.stream().filter(name -> Files.isRegularFile(folder.resolve(name))).toList();
    }

    private Optional<PipelineProject> loadPlainFolder(Path folder) {
        String name =
                Optional.ofNullable(absolute(folder).getFileName())
                        .map(Path::toString)
                        .orElse("pipeline");
        SourceFinder.Found files = new SourceFinder(folder, diagnostics).all();
        SkippedFiles.tell(files.skipped(), prefixOfGiven(), diagnostics);
        if (files.sql().isEmpty()) {
            empty("there is no .sql file in `" + given + "`");
        }
        return Optional.of(
                settings(
                        Pipeline.plain(name, absolute(folder)),
                        settings(folder, prefixOfGiven()),
                        read(files.sql(), prefixOfGiven()),
                        SkippedFiles.declarations(files.skipped())));
    }

    private Optional<PipelineProject> loadProject(Path folder, String prefix, String specName) {
        Path root = SourceFinder.real(folder);
        Optional<SparkSpec> spec =
                TextReader.read(folder.resolve(specName), prefix + specName, diagnostics)
                        .flatMap(file -> YamlText.parse(file, diagnostics))
                        .map(map -> SparkSpec.read(map, specName, root));
        MillraceSettings settings = settings(folder, prefix);
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        String name = spec.get().name().orElse("");
        Pipeline pipeline = new Pipeline(name, name, absolute(folder), spec, Optional.empty());
        return Optional.of(
                withLibraries(
                        pipeline,
                        settings,
                        prefix,
                        Set.of(root.resolve(specName), root.resolve(ProjectFiles.SETTINGS))));
    }

    /** A bundle without pipelines is about other things: its folder is one like any other. */
    private Optional<PipelineProject> loadBundle(Path folder, String prefix, String fileName) {
        Path root = SourceFinder.real(folder);
        BundleLoader loader = new BundleLoader(options, diagnostics);
        Optional<Bundle> bundle =
                new BundleReader(root, prefix, diagnostics).read(fileName, loader.wantedTarget());
        if (bundle.isEmpty()) {
            return Optional.empty();
        }
        if (bundle.get().pipelines().isEmpty()) {
            diagnostics.add(
                    Diagnostic.withoutPlace(
                            ErrorCode.MILLRACE_FILE_SKIPPED,
                            prefix + fileName,
                            "the bundle has no pipelines under `resources`"));
            return loadPlainFolder(folder);
        }
        MillraceSettings settings = settings(folder, prefix);
        return loader.choose(bundle.get())
                .map(
                        chosen ->
                                withLibraries(
                                        new Pipeline(
                                                chosen.spec().name().orElse(""),
                                                chosen.stateName(),
                                                absolute(folder),
                                                Optional.of(chosen.spec()),
                                                Optional.of(chosen.target())),
                                        settings,
                                        prefix,
                                        bundle.get().ownFiles()));
    }

    private PipelineProject withLibraries(
            Pipeline pipeline, MillraceSettings settings, String prefix, Set<Path> own) {
        boolean complete = !diagnostics.hasErrors();
        SourceFinder.Found files =
                new SourceFinder(pipeline.root(), diagnostics)
                        .of(pipeline.spec().orElseThrow().libraries(), own);
        if (files.sql().isEmpty() && complete) {
            empty("the libraries of `" + pipeline.name() + "` hold no .sql file");
        }
        return settings(
                pipeline,
                settings,
                read(files.sql(), prefix),
                SkippedFiles.declarations(files.skipped()));
    }

    private void empty(String why) {
        diagnostics.add(Diagnostic.withoutPlace(ErrorCode.MILLRACE_EMPTY_PIPELINE, why));
    }

    private MillraceSettings settings(Path folder, String prefix) {
        Path path = folder.resolve(ProjectFiles.SETTINGS);
        if (!Files.exists(path)) {
            return MillraceSettings.NONE;
        }
        return TextReader.read(path, prefix + ProjectFiles.SETTINGS, diagnostics)
                .flatMap(file -> YamlText.parse(file, diagnostics))
                .map(MillraceSettings::read)
                .orElse(MillraceSettings.NONE);
    }

    private List<SourceFile> read(Map<String, Path> files, String prefix) {
        List<SourceFile> result = new ArrayList<>();
        files.forEach(
                (name, path) ->
                        TextReader.read(path, prefix + name, diagnostics).ifPresent(result::add));
        return result;
    }

    /** What stands before the relative names of files in messages. */
    private String prefixOfGiven() {
        String text = slashes(given);
        if (text.equals(".") || text.equals("./")) {
            return "";
        }
        return text.endsWith("/") ? text : text + "/";
    }

    private String parentOfGiven() {
        String text = slashes(given);
        return text.substring(0, text.lastIndexOf('/') + 1);
    }

    private static String slashes(String path) {
        return path.replace(java.io.File.separatorChar, '/');
    }

    private static String fileName(Path path) {
        return path.getFileName().toString();
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }
}
