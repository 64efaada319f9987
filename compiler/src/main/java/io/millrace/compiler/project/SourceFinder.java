/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds the files of a project. Hidden files and folders (their names begin with a dot) are never
 * part of it, and links to folders are not followed.
 */
final class SourceFinder {

    private static final int MAX_DEPTH = 64;

    private final Path root;
    private final Diagnostics diagnostics;

    SourceFinder(Path root, Diagnostics diagnostics) {
        this.root = real(root);
        this.diagnostics = diagnostics;
    }

    /** A walk does not begin at a link. */
    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize();
        }
    }

    /** All {@code .sql} files below the root, by their path relative to it, sorted. */
    Map<String, Path> allSql() {
        Map<String, Path> result = new TreeMap<>();
        for (Path file : files(root)) {
            if (TextReader.isSql(file)) {
                result.put(relative(file), file);
            }
        }
        return result;
    }

    /** The {@code .sql} files that libraries name; what else they name is a warning. */
    Map<String, Path> of(List<SparkSpec.Library> libraries) {
        Map<String, Path> result = new TreeMap<>();
        Map<String, SparkSpec.Library> others = new TreeMap<>();
        for (SparkSpec.Library library : libraries) {
            List<Path> matches = matches(library);
            if (matches.isEmpty()) {
                diagnostics.add(noMatch(library));
            }
            for (Path file : matches) {
                if (TextReader.isSql(file)) {
                    result.put(relative(file), file);
                } else {
                    others.putIfAbsent(relative(file), library);
                }
            }
        }
        others.forEach(
                (name, library) ->
                        diagnostics.add(
                                Diagnostic.of(
                                        ErrorCode.MILLRACE_FILE_SKIPPED,
                                        library.span(),
                                        name,
                                        why(name))));
        return result;
    }

    private Diagnostic noMatch(SparkSpec.Library library) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_PATH_NOT_FOUND,
                        library.span(),
                        library.include(),
                        "matches no file");
        boolean folder = !hasWildcard(library.include()) && Files.isDirectory(resolve(library));
        return folder ? diagnostic.withHint(library.include() + "/**") : diagnostic;
    }

    private Path resolve(SparkSpec.Library library) {
        return root.resolve(library.include()).normalize();
    }

    private static String why(String name) {
        return name.endsWith(".py")
                ? "Millrace runs SQL, no Python; its datasets and flows are missing"
                : "it is not a .sql file";
    }

    private List<Path> matches(SparkSpec.Library library) {
        String include = library.include();
        if (!hasWildcard(include)) {
            Path path = resolve(library);
            return Files.isRegularFile(path) ? List.of(path) : List.of();
        }
        PathMatcher matcher;
        try {
            // A folder and everything below it, as Spark reads such a pattern.
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + root(include));
        } catch (PatternSyntaxException e) {
            diagnostics.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                            library.span(),
                            include,
                            "a valid glob: " + e.getDescription()));
            return List.of();
        }
        return files(root).stream().filter(file -> matcher.matches(root.relativize(file))).toList();
    }

    private static String root(String include) {
        return include.startsWith("./") ? include.substring(2) : include;
    }

    private static boolean hasWildcard(String include) {
        return include.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private List<Path> files(Path folder) {
        try (Stream<Path> walk = Files.walk(folder, MAX_DEPTH)) {
            return walk.filter(path -> !isHidden(folder.relativize(path)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException | IOException e) {
            diagnostics.add(
                    Diagnostic.withoutPlace(
                            ErrorCode.MILLRACE_FILE_NOT_READABLE,
                            folder,
                            String.valueOf(e.getMessage())));
            return List.of();
        }
    }

    private static boolean isHidden(Path relative) {
        return StreamSupport.stream(relative.spliterator(), false)
                .anyMatch(part -> part.toString().startsWith("."));
    }

    /** With {@code /} on every system. */
    private String relative(Path file) {
        return StreamSupport.stream(root.relativize(file).spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
    }
}
