/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static KeptSchema read(JsonNode node, Path file) {
        int version = node.path("version").asInt();
        if (version != VERSION) {
            throw FileErrors.schema(
                    "`%s` has version %d; this build reads version %d"
                            .formatted(file, version, VERSION),
                    null);
        }
        List<String> folderColumns = new ArrayList<>();
        node.path("folder_columns").forEach(name -> folderColumns.add(name.textValue()));
        return new KeptSchema(
                FileFormats.named(node.path("format").asText()),
                (StructType) DataType.fromJson(node.path("schema").toString()),
                folderColumns);
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
