/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * What the first run of a stream found out about its files: a JSON file in the state of the flow,
 * so that later runs read the same columns.
 *
 * @param schema before schema hints are laid over it
 */
record KeptSchema(FileFormat format, StructType schema, List<String> folderColumns) {

    private static final String FILE = "schema.json";
    private static final int VERSION = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    KeptSchema {
        requireNonNull(format, "format");
        requireNonNull(schema, "schema");
        folderColumns = List.copyOf(folderColumns);
    }

    static Optional<KeptSchema> load(String folder, Configuration conf) {
        Path file = new Path(folder, FILE);
        try {
            FileSystem fileSystem = file.getFileSystem(conf);
            if (!fileSystem.exists(file)) {
                return Optional.empty();
            }
            try (InputStream in = fileSystem.open(file)) {
                return Optional.of(read(JSON.readTree(in.readAllBytes()), file));
            }
        } catch (JsonProcessingException e) {
            throw damaged(file, "it is not valid JSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static KeptSchema read(JsonNode node, Path file) {
        if (!node.path("version").isInt()) {
            throw damaged(file, "it has no `version`", null);
        }
        int version = node.path("version").asInt();
        if (version != VERSION) {
            throw FileErrors.schema(
                    "`%s` has version %d; this build reads version %d"
                            .formatted(file, version, VERSION),
                    null);
        }
        List<String> folderColumns = new ArrayList<>();
        node.path("folder_columns").forEach(name -> folderColumns.add(name.asText()));
        FileFormat format =
                Arrays.stream(FileFormat.values())
                        .filter(known -> known.key().equals(node.path("format").asText()))
                        .findFirst()
                        .orElseThrow(() -> damaged(file, "its `format` is none", null));
        return new KeptSchema(format, columns(node.path("schema"), file), folderColumns);
    }

    private static StructType columns(JsonNode schema, Path file) {
        try {
            if (DataType.fromJson(schema.toString()) instanceof StructType columns) {
                return columns;
            }
        } catch (Exception e) {
            // Spark has no error of its own for a text that is no type.
            throw damaged(file, "its `schema` is no list of columns", e);
        }
        throw damaged(file, "its `schema` is no list of columns", null);
    }

    /** Without it columns could be found otherwise than the rows that are there have them. */
    private static QueryException damaged(Path file, String why, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_STATE_UNREADABLE,
                "the columns that the stream has found are kept in %s, which cannot be used: %s"
                        .formatted(file, why),
                "put the file back, or remove it to have the columns found anew from the files that are there; a full refresh begins without it",
                cause);
    }

    void save(String folder, Configuration conf) {
        Path file = new Path(folder, FILE);
        try {
            ObjectNode node = JSON.createObjectNode();
            node.put("version", VERSION);
            node.put("format", format.key());
            node.set("schema", JSON.readTree(schema.json()));
            folderColumns.forEach(node.putArray("folder_columns")::add);
            String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node);
            new StorageFiles(conf).write(file.toString(), text + "\n");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
