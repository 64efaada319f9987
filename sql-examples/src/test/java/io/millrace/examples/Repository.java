/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The checkout that the tests run in. */
final class Repository {

    /** Tests run in the folder of their module. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    static final Path EXAMPLES = ROOT.resolve("sql-examples");
    static final Path DOCS = ROOT.resolve("docs");
    static final Path README = ROOT.resolve("README.md");

    private Repository() {}

    /** The folders of the examples, by name. */
    static List<Path> examples() {
        return list(
                EXAMPLES,
                1,
                path -> Files.isRegularFile(path.resolve("README.md")) && !path.equals(EXAMPLES));
    }

    /** The Markdown files under a folder. */
    static List<Path> markdown(Path folder) {
        return list(folder, Integer.MAX_VALUE, path -> path.toString().endsWith(".md"));
    }

    static List<Path> list(Path folder, int depth, Predicate<Path> wanted) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(folder, depth)) {
            return paths.filter(wanted).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void copyTree(Path from, Path to) {
        try {
            for (Path path : list(from, Integer.MAX_VALUE, anything -> true)) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
