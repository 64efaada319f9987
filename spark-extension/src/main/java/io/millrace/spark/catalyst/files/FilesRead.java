/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.catalyst.files.rescue.RescuedData;
import io.millrace.spark.fileset.FileSelection;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.types.StructType;

/**
 * Files to be read, all decided: which ones, how they are written, what rows they give.
 *
 * @param format a name that {@link FileFormats} knows
 * @param options those of Spark's reader of the format
 * @param folderColumns the columns that may take their values from the names of folders
 * @param admission how a stream takes the files in; of no meaning for a batch
 */
public record FilesRead(
        FileSelection selection,
        String format,
        Map<String, String> options,
        List<String> folderColumns,
        Admission admission) {

    /** The reader's option with the name of the column for rescued data. */
    public static final String RESCUED = RescuedData.OPTION;

    static final String OPTION = "millrace.read";
    static final String STATE = "millrace.state";
    static final String LISTING = "millrace.listing";

    private static final ObjectMapper JSON = new ObjectMapper();

    public FilesRead {
        requireNonNull(selection, "selection");
        requireNonNull(format, "format");
        requireNonNull(admission, "admission");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        folderColumns = List.copyOf(folderColumns);
    }

    /**
     * How many files a micro-batch of a stream takes.
     *
     * @param maxBytes a batch ends before the file that would go beyond it, but has one file at
     *     least
     * @param existingFiles whether the files that are there at the first start are read at all
     * @param overwrites whether a file is read again when its time has changed
     */
    public record Admission(
            int maxFiles, long maxBytes, boolean existingFiles, boolean overwrites) {}

    /**
     * Files that were listed.
     *
     * @param millis how long it took
     */
    public record Listing(List<FileStatus> files, long millis) {
        public Listing {
            files = List.copyOf(files);
        }
    }

    /** The rows of the given files, which are of this read. */
    public Dataset<Row> batch(SparkSession session, StructType schema, List<FileStatus> files) {
        return FilesRelation.dataset(session, this, schema, files, false);
    }

    /**
     * The rows of the files that are there and will come.
     *
     * @param stateFolder where the call keeps its state
     * @param listing the only files that a run to the end of the present input takes; empty for
     *     those that are there when it starts
     */
    public Dataset<Row> stream(
            SparkSession session,
            StructType schema,
            Optional<String> stateFolder,
            Optional<Listing> listing) {
        DataStreamReader reader =
                session.readStream()
                        .format(FilesSourceProvider.class.getName())
                        .schema(schema)
                        .option(OPTION, toJson());
        stateFolder.ifPresent(folder -> reader.option(STATE, folder));
        listing.ifPresent(known -> reader.option(LISTING, KnownListings.register(known)));
        return reader.load();
    }

    String toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("path", selection.path());
        selection.recursive().ifPresent(value -> fields.put("recursive", value));
        selection.namePattern().ifPresent(value -> fields.put("namePattern", value));
        selection.modifiedAfter().ifPresent(value -> fields.put("modifiedAfter", value));
        selection.modifiedBefore().ifPresent(value -> fields.put("modifiedBefore", value));
        fields.put("withEmptyFiles", selection.withEmptyFiles());
        fields.put("format", format);
        fields.put("options", options);
        fields.put("folderColumns", folderColumns);
        fields.put("admission", admission);
        try {
            return JSON.writeValueAsString(fields);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FilesRead fromJson(String json) {
        try {
            JsonNode fields = JSON.readTree(json);
            var selection =
                    new FileSelection(
                            fields.get("path").textValue(),
                            optional(fields, "recursive").map(JsonNode::booleanValue),
                            optional(fields, "namePattern").map(JsonNode::textValue),
                            optional(fields, "modifiedAfter").map(JsonNode::longValue),
                            optional(fields, "modifiedBefore").map(JsonNode::longValue),
                            fields.get("withEmptyFiles").booleanValue());
            return new FilesRead(
                    selection,
                    fields.get("format").textValue(),
                    JSON.convertValue(fields.get("options"), new TypeReference<>() {}),
                    JSON.convertValue(fields.get("folderColumns"), new TypeReference<>() {}),
                    JSON.treeToValue(fields.get("admission"), Admission.class));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<JsonNode> optional(JsonNode fields, String name) {
        return Optional.ofNullable(fields.get(name));
    }
}
