/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of {@code src/test/resources/corpus}: what people write, one idiom a file. */
final class Corpus {

    private static final Path FOLDER = Path.of("src/test/resources/corpus");

    private Corpus() {}

    /** All files, sorted by name. */
    static List<SourceFile> files() {
        try (Stream<Path> paths = Files.list(FOLDER)) {
            return paths.sorted().map(Corpus::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SourceFile read(Path path) {
        try {
            String text = Files.readString(path, StandardCharsets.UTF_8);
            return SourceFile.of(path.getFileName().toString(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
