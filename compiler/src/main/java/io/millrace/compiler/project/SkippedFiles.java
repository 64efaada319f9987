/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.SkippedDeclarations;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells which files beside the SQL are not read, and what they may declare. */
final class SkippedFiles {

    /** Larger files are no source code and no specs. */
    private static final long MOST_BYTES = 1 << 20;

    /** Each Python file that has nothing to do with pipelines is told up to this many. */
    private static final int MOST_FOREIGN = 3;

    private SkippedFiles() {}

    /** What the Python among some files may declare. */
    static SkippedDeclarations declarations(Map<String, Path> skipped) {
        SkippedDeclarations result = SkippedDeclarations.NONE;
        for (Map.Entry<String, Path> file : skipped.entrySet()) {
            if (isPython(file.getKey()) || file.getKey().endsWith(".ipynb")) {
                result =
                        result.and(
                                text(file.getKey(), file.getValue())
                                        .map(text -> PythonNames.of(file.getKey(), text.text()))
                                        .orElse(SkippedDeclarations.NONE));
            }
        }
        return result;
    }

    /**
     * Tells of each file of a plain folder that somebody may take for a part of the pipeline.
     *
     * @param prefix what stands before the names
     */
    static void tell(Map<String, Path> skipped, String prefix, Diagnostics diagnostics) {
        List<String> foreign = new ArrayList<>();
        skipped.forEach(
                (name, path) -> {
                    if (isPython(name) && !isPipeline(name, path)) {
                        foreign.add(name);
                        return;
                    }
                    why(name, path).ifPresent(why -> tell(prefix + name, why, diagnostics));
                });
        if (foreign.size() > MOST_FOREIGN) {
            int others = foreign.size() - 1;
            tell(
                    prefix + foreign.get(0),
                    "Millrace runs SQL, no Python; so are " + others + " others like it",
                    diagnostics);
            return;
        }
        foreign.forEach(name -> tell(prefix + name, "Millrace runs SQL, no Python", diagnostics));
    }

    private static void tell(String name, String why, Diagnostics diagnostics) {
        diagnostics.add(Diagnostic.withoutPlace(ErrorCode.MILLRACE_FILE_SKIPPED, name, why));
    }

    private static boolean isPipeline(String name, Path path) {
        return text(name, path).filter(text -> PythonNames.isPipeline(text.text())).isPresent();
    }

    private static Optional<String> why(String name, Path path) {
        if (isPython(name) || name.endsWith(".ipynb")) {
            return Optional.of(SourceFinder.why(name));
        }
        if (!ProjectFiles.isYaml(path)) {
            return Optional.empty();
        }
        if (name.contains("/") && ProjectFiles.BUNDLES.contains(path.getFileName().toString())) {
            return Optional.of(
                    "it is a bundle of its own; give its folder to run a pipeline of it");
        }
        if (isSpec(name, path)) {
            return Optional.of("it looks like the spec of a pipeline; give the file to run it");
        }
        return Optional.empty();
    }

    private static boolean isPython(String name) {
        return name.endsWith(".py");
    }

    /** A file that is no YAML after all is none of our business. */
    private static boolean isSpec(String name, Path path) {
        Optional<SourceFile> file =
                text(name, path).filter(text -> text.text().contains("libraries"));
        return file.flatMap(text -> YamlText.parse(text, new Diagnostics()))
                .filter(map -> ProjectFiles.isSpec(Set.copyOf(map.keys())))
                .isPresent();
    }

    private static Optional<SourceFile> text(String name, Path path) {
        try {
            return Files.size(path) > MOST_BYTES
                    ? Optional.empty()
                    : TextReader.read(path, name, new Diagnostics());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
