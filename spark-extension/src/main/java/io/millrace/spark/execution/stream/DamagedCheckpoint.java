/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.millrace.spark.problem.Causes;
import java.io.EOFException;
import java.io.StreamCorruptedException;
import java.io.UTFDataFormatException;
import java.util.Map;
import java.util.Optional;

/**
 * Knows the errors of a checkpoint that someone has damaged, for most of which Spark has no words
 * of its own: a text that ends too early, or that is no number and no JSON, in code that reads the
 * files of checkpoints.
 */
final class DamagedCheckpoint {

    private static final String STREAMING = "org.apache.spark.sql.execution.streaming.";

    /** What a class of Spark reads, by a part of its name. */
    private static final Map<String, String> READERS =
            Map.of(
                    "StateSchema", "the schema of its state",
                    "SchemaHelper", "the schema of its state",
                    "OperatorStateMetadata", "the description of its state",
                    "StateStore", "its state",
                    "FileStreamLog", "the log of its files",
                    "FileStreamSource", "the log of its files",
                    "OffsetSeqLog", "a file of `offsets`",
                    "CommitLog", "a file of `commits`",
                    "StreamMetadata", "its file `metadata`");

    private DamagedCheckpoint() {}

    /** What could not be read, in words; empty for other errors. */
    static Optional<String> file(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            if (!isAboutContent(t)) {
                continue;
            }
            for (StackTraceElement frame : t.getStackTrace()) {
                Optional<String> read = reader(frame.getClassName());
                if (read.isPresent()) {
                    return read;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> reader(String type) {
        if (!type.startsWith(STREAMING)) {
            return Optional.empty();
        }
        return READERS.entrySet().stream()
                .filter(entry -> type.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .findFirst();
    }

    private static boolean isAboutContent(Throwable t) {
        return t instanceof EOFException
                || t instanceof UTFDataFormatException
                || t instanceof StreamCorruptedException
                || t instanceof JsonProcessingException
                || t instanceof IllegalArgumentException
                || t instanceof IllegalStateException
                || t instanceof ArrayIndexOutOfBoundsException
                || t instanceof NegativeArraySizeException
                || t instanceof AssertionError
                // Of Scala's JSON.
                || t.getClass().getSimpleName().equals("MappingException");
    }
}
