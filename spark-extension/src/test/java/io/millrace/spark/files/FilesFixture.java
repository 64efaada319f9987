/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** A folder of files, and calls of {@code read_files} on it. */
final class FilesFixture {

    private static int sinks;

    private final SparkSession session = SharedSparkSession.get();
    private final ReadFiles function = new ReadFiles(ReadFiles.NAME);
    private final Path folder;

    FilesFixture(Path folder) {
        this.folder = folder;
    }

    /** Writes a file under {@code in/}; the path may have folders. */
    Path write(String name, String... lines) throws IOException {
        Path file = input().resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, lines.length == 0 ? "" : String.join("\n", lines) + "\n");
    }

    Path input() {
        return folder.resolve("in");
    }

    /** How messages and {@code _metadata} spell a file under {@code in/}. */
    String url(String name) {
        return "file:" + input().resolve(name).toUri().getRawPath();
    }

    /** A call on {@code in} with options by name: name, value, name, value. */
    TableFunctionCall call(Object... options) {
        return callOn(PipelineSession.hadoopUri(input()), options);
    }

    TableFunctionCall callOn(String path, Object... options) {
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            named.put((String) options[i], options[i + 1]);
        }
        return call(List.of(path), named);
    }

    TableFunctionCall call(List<Object> positional, Map<String, Object> named) {
        return new TableFunctionCall(
                session,
                DatasetName.of("spark_catalog", "default", "t"),
                "t",
                true,
                positional,
                named,
                Map.of(),
                Optional.of(PipelineSession.hadoopUri(folder.resolve("state"))),
                true,
                new ConcurrentHashMap<>());
    }

    Dataset<Row> batch(Object... options) {
        return function.batch(call(options));
    }

    /** The rows that one more run of the stream gives, as text. */
    List<String> runStream(TableFunctionCall call) throws Exception {
        return runStream(function.stream(call));
    }

    List<String> runStream(Dataset<Row> stream) throws Exception {
        var rows = new ArrayList<String>();
        String name = "sink" + sinks++;
        StreamingQuery query =
                stream.writeStream()
                        .queryName(name)
                        .option("checkpointLocation", checkpoint().toString())
                        .trigger(Trigger.AvailableNow())
                        .foreachBatch(
                                (batch, id) -> {
                                    batch.collectAsList().forEach(row -> rows.add(row.toString()));
                                })
                        .start();
        query.awaitTermination();
        rows.sort(null);
        return rows;
    }

    Path checkpoint() {
        return folder.resolve("checkpoint");
    }

    static List<String> rows(Dataset<Row> rows) {
        return rows.collectAsList().stream().map(Row::toString).sorted().toList();
    }

    ReadFiles function() {
        return function;
    }
}
