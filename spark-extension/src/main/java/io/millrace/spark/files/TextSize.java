/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.function.TableFunction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;

/** How large files are with what is in them written as text. */
final class TextSize {

    private static final List<String> PACKED_ENDINGS =
            Stream.concat(
                            Stream.of("gz", "bz2", "zst", "snappy", "lz4", "deflate", "xz"),
                            Stream.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO)
                                    .flatMap(format -> format.extensions().stream()))
                    .map(ending -> "." + ending)
                    .toList();

    private TextSize() {}

    /** An estimate in bytes. */
    static long of(List<FileStatus> files, Optional<FileFormat> format) {
        boolean packed = format.filter(TextSize::isPacked).isPresent();
        return files.stream()
                .mapToLong(
                        file ->
                                packed || hasPackedEnding(file)
                                        ? file.getLen() * TableFunction.TEXT_PER_PACKED
                                        : file.getLen())
                .sum();
    }

    private static boolean isPacked(FileFormat format) {
        return format == FileFormat.PARQUET
                || format == FileFormat.ORC
                || format == FileFormat.AVRO;
    }

    private static boolean hasPackedEnding(FileStatus file) {
        String name = file.getPath().getName().toLowerCase(Locale.ROOT);
        return PACKED_ENDINGS.stream().anyMatch(name::endsWith);
    }
}
