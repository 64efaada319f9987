/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** The commits in a table's log, one by one as their files tell: looking costs no Spark job. */
public final class CommitFiles {

    private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path table;
    private final Path log;
    private final Configuration configuration;

    private CommitFiles(SparkSession session, String path) {
        this.table = new Path(path);
        this.log = new Path(path, "_delta_log");
        this.configuration = session.sparkContext().hadoopConfiguration();
    }

    /** The log of the table at a place. */
    public static CommitFiles at(SparkSession session, String path) {
        return new CommitFiles(session, path);
    }

    /** The oldest version whose commit is still in the log. */
    public OptionalLong earliest() {
        try {
            return versions(files().listStatus(log));
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + log, e);
        }
    }

    private static OptionalLong versions(FileStatus[] files) {
        OptionalLong earliest = OptionalLong.empty();
        for (FileStatus file : files) {
            Matcher name = COMMIT.matcher(file.getPath().getName());
            if (name.matches()) {
                long version = Long.parseLong(name.group(1));
                earliest = OptionalLong.of(Math.min(version, earliest.orElse(version)));
            }
        }
        return earliest;
    }

    /** A commit; empty when the log does not hold it, or not any more. */
    public Optional<TableCommit> commit(long version) {
        Path file = new Path(log, "%020d.json".formatted(version));
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(files().open(file), StandardCharsets.UTF_8))) {
            return Optional.of(read(version, lines));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /**
     * How many files tell the changes of a commit; as many at least where a change is told by
     * deletion vectors. Empty when the log does not hold the commit.
     */
    public OptionalLong changeFiles(long version) {
        Path file = new Path(log, "%020d.json".formatted(version));
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(files().open(file), StandardCharsets.UTF_8))) {
            long recorded = 0;
            long others = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode action = parse(line);
                recorded += action.has("cdc") ? 1 : 0;
                boolean changes =
                        action.path("add").path("dataChange").asBoolean()
                                || action.path("remove").path("dataChange").asBoolean();
                others += changes ? 1 : 0;
            }
            return OptionalLong.of(recorded > 0 ? recorded : others);
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static TableCommit read(long version, BufferedReader lines) throws IOException {
        String operation = "";
        boolean removes = false;
        List<String> added = new ArrayList<>();
        Set<String> applications = new HashSet<>();
        Optional<StructType> schema = Optional.empty();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode action = parse(line);
            operation = action.path("commitInfo").path("operation").asText(operation);
            removes |= action.path("remove").path("dataChange").asBoolean();
            if (action.path("add").path("dataChange").asBoolean()) {
                added.add(action.path("add").path("path").asText());
            }
            if (action.has("txn")) {
                applications.add(action.path("txn").path("appId").asText());
            }
            String text = action.path("metaData").path("schemaString").asText();
            if (!text.isEmpty()) {
                schema = Optional.of((StructType) DataType.fromJson(text));
            }
        }
        return new TableCommit(version, operation, removes, added, applications, schema);
    }

    private static JsonNode parse(String line) throws JsonProcessingException {
        return MAPPER.readTree(line);
    }

    /** Whether a file that a commit has added is still there. */
    public boolean exists(String added) {
        Path path = new Path(java.net.URI.create(added));
        try {
            return files().exists(path.isAbsolute() ? path : new Path(table, path));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + path, e);
        }
    }

    private FileSystem files() throws IOException {
        return log.getFileSystem(configuration);
    }
}
