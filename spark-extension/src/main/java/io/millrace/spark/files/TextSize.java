/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.function.TableFunction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;

/** How large files are with what is in them written as text. */
final class TextSize {

    private static final List<FileFormat> PACKED =
            List.of(FileFormat.PARQUET, FileFormat.ORC, FileFormat.AVRO);

    private TextSize() {}

    /**
     * An estimate in bytes.
     *
     * @param format empty where the files' names tell
     */
    static long of(List<FileStatus> files, Optional<FileFormat> format) {
        boolean packed = format.filter(PACKED::contains).isPresent();
        return files.stream()
                .mapToLong(
                        file ->
                                packed || isPacked(file.getPath().getName())
                                        ? file.getLen() * TableFunction.TEXT_PER_PACKED
                                        : file.getLen())
                .sum();
    }

    private static boolean isPacked(String name) {
        String extension = FileFormats.extension(name);
        return FileFormats.isCompressed(name)
                || PACKED.stream().anyMatch(format -> format.extensions().contains(extension));
    }
}
