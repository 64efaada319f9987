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
import java.util.Set;
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
    static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize();
        }
    }

    /** The {@code .sql} files of a project, and the others that lie or are named beside them. */
    record Found(Map<String, Path> sql, Map<String, Path> skipped) {}

    /** All {@code .sql} files below the root, by their path relative to it, sorted. */
    Found all() {
        Map<String, Path> sql = new TreeMap<>();
        Map<String, Path> others = new TreeMap<>();
        for (Path file : files(root)) {
            (TextReader.isSql(file) ? sql : others).put(relative(root, file), file);
        }
        return new Found(sql, others);
    }

    /**
     * The {@code .sql} files that libraries name; what else they name is a warning, but for the
     * files that say what the project is.
     */
    Found of(List<SparkSpec.Library> libraries, Set<Path> own) {
        Map<String, Path> result = new TreeMap<>();
        Map<String, Path> skipped = new TreeMap<>();
        Map<String, SparkSpec.Library> others = new TreeMap<>();
        for (SparkSpec.Library library : libraries) {
            List<Path> matches = matches(library);
            if (matches.isEmpty()) {
                diagnostics.add(noMatch(library));
            }
            for (Path file : matches) {
                String name = relative(root, file);
                if (TextReader.isSql(file)) {
                    result.put(name, file);
                } else if (!own.contains(file)) {
                    skipped.put(name, file);
                    others.putIfAbsent(name, library);
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
        return new Found(result, skipped);
    }

    static Diagnostic noMatch(SparkSpec.Library library) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_PATH_NOT_FOUND,
                        library.span(),
                        library.include(),
                        "matches no file");
        boolean folder = !hasWildcard(library.include()) && Files.isDirectory(resolve(library));
        String include = library.include();
        return folder
                ? diagnostic.withHint(include + (include.endsWith("/") ? "**" : "/**"))
                : diagnostic;
    }

    private static Path resolve(SparkSpec.Library library) {
        return library.base().resolve(library.include()).normalize();
    }

    /** Why a file is not read. */
    static String why(String name) {
        if (name.endsWith(".py")) {
            return "Millrace runs SQL, no Python; its datasets and flows are missing";
        }
        return name.endsWith(".ipynb")
                ? "it is a notebook; export it as a source file, which ends in .sql"
                : "it is not a .sql file";
    }

    List<Path> matches(SparkSpec.Library library) {
        String include = library.include();
        if (!hasWildcard(include)) {
            Path path = resolve(library);
            return Files.isRegularFile(path) ? List.of(path) : List.of();
        }
        int fixed = include.lastIndexOf('/', firstWildcard(include)) + 1;
        Path folder = library.base().resolve(include.substring(0, fixed)).normalize();
        PathMatcher matcher;
        try {
            // A folder and everything below it, as Spark reads such a pattern.
            matcher = FileSystems.getDefault().getPathMatcher("glob:" + include.substring(fixed));
        } catch (PatternSyntaxException e) {
            diagnostics.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                            library.span(),
                            include,
                            "a valid glob: " + e.getDescription()));
            return List.of();
        }
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return files(folder).stream()
                .filter(file -> matcher.matches(folder.relativize(file)))
                .toList();
    }

    private static int firstWildcard(String include) {
        int at = 0;
        while ("*?[{".indexOf(include.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    static boolean hasWildcard(String include) {
        return include.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private List<Path> files(Path folder) {
        try (Stream<Path> walk = Files.walk(folder, MAX_DEPTH)) {
            return walk.filter(path -> !isHidden(root.relativize(path)))
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
                .map(Path::toString)
                .anyMatch(part -> part.startsWith(".") && !part.equals(".."));
    }

    /** With {@code /} on every system. */
    static String relative(Path root, Path file) {
        return StreamSupport.stream(root.relativize(file).spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
    }
}
