/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads a pipeline from a {@code .sql} file, a folder of such files, or a project folder with
 * {@code spark-pipeline.yml}. Reads files only; all problems are reported in one go.
 */
public final class ProjectLoader {

    private static final List<String> SPEC_NAMES =
            List.of("spark-pipeline.yml", "spark-pipeline.yaml");
    private static final String SETTINGS_NAME = "millrace.yml";

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
        if (SPEC_NAMES.contains(fileName(path))) {
            Path folder = path.toAbsolutePath().getParent();
            return loadProject(folder, parentOfGiven(), fileName(path));
        }
        if (TextReader.isSql(path)) {
            return loadFile(path);
        }
        return notFound("is no .sql file, no folder and no spark-pipeline.yml");
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
                new ProjectSettings(options, diagnostics)
                        .apply(name, folder, Optional.empty(), MillraceSettings.NONE, sources));
    }

    private Optional<PipelineProject> loadFolder(Path folder) {
        List<String> specs =
                SPEC_NAMES.stream()
                        .filter(name -> Files.isRegularFile(folder.resolve(name)))
                        .toList();
        if (specs.size() > 1) {
            diagnostics.add(
                    Diagnostic.withoutPlace(
                            ErrorCode.MILLRACE_PROJECT_TWO_SPECS,
                            given,
                            specs.get(0),
                            specs.get(1)));
            return Optional.empty();
        }
        if (specs.size() == 1) {
            return loadProject(folder, prefixOfGiven(), specs.get(0));
        }
        String name =
                Optional.ofNullable(absolute(folder).getFileName())
                        .map(Path::toString)
                        .orElse("pipeline");
        Map<String, Path> files = new SourceFinder(folder, diagnostics).allSql();
        if (files.isEmpty()) {
            empty("there is no .sql file in `" + given + "`");
        }
        return Optional.of(
                new ProjectSettings(options, diagnostics)
                        .apply(
                                name,
                                absolute(folder),
                                Optional.empty(),
                                settings(folder, prefixOfGiven()),
                                read(files, prefixOfGiven())));
    }

    private Optional<PipelineProject> loadProject(Path folder, String prefix, String specName) {
        Optional<SparkSpec> spec =
                TextReader.read(folder.resolve(specName), prefix + specName, diagnostics)
                        .flatMap(file -> YamlText.parse(file, diagnostics))
                        .map(SparkSpec::read);
        MillraceSettings settings = settings(folder, prefix);
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        boolean complete = !diagnostics.hasErrors();
        Map<String, Path> files = new SourceFinder(folder, diagnostics).of(spec.get().libraries());
        if (files.isEmpty() && complete) {
            empty("the libraries of `" + prefix + specName + "` hold no .sql file");
        }
        String name = spec.get().name().orElse("");
        return Optional.of(
                new ProjectSettings(options, diagnostics)
                        .apply(name, absolute(folder), spec, settings, read(files, prefix)));
    }

    private void empty(String why) {
        diagnostics.add(Diagnostic.withoutPlace(ErrorCode.MILLRACE_EMPTY_PIPELINE, why));
    }

    private MillraceSettings settings(Path folder, String prefix) {
        Path path = folder.resolve(SETTINGS_NAME);
        if (!Files.exists(path)) {
            return MillraceSettings.NONE;
        }
        return TextReader.read(path, prefix + SETTINGS_NAME, diagnostics)
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
