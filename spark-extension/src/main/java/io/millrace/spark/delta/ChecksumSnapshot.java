/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * A table's newest state as the checksum beside its newest commit tells it, which is where Delta
 * has its own from. A fifth of the price of opening the log; what is not as simple as it mostly is,
 * is left to Delta.
 */
final class ChecksumSnapshot {

    private static final Pattern LOG_FILE = Pattern.compile("(\\d{20})\\.(json|crc)");
    private static final String COMMIT = "json";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ChecksumSnapshot() {}

    /** Empty when there is no table, or when the log has to be asked. */
    static Optional<TableSnapshot> newest(StorageFiles files, String path) {
        String log = path + "/_delta_log";
        String commit = "";
        String checksum = "";
        for (String name : files.list(log)) {
            Matcher file = LOG_FILE.matcher(name);
            if (!file.matches()) {
                continue;
            }
            String version = file.group(1);
            if (file.group(2).equals(COMMIT)) {
                commit = version.compareTo(commit) > 0 ? version : commit;
            } else {
                checksum = version.compareTo(checksum) > 0 ? version : checksum;
            }
        }
        if (commit.isEmpty() || !commit.equals(checksum)) {
            return Optional.empty();
        }
        long version = Long.parseLong(commit);
        return files.read(log + "/" + checksum + ".crc").flatMap(text -> read(path, version, text));
    }

    private static Optional<TableSnapshot> read(String path, long version, String text) {
        try (JsonParser json = MAPPER.createParser(text)) {
            Map<String, JsonNode> parts = new HashMap<>();
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "metadata", "protocol", "domainMetadata", "setTransactions" ->
                            parts.put(name, MAPPER.readTree(json));
                    default -> json.skipChildren();
                }
            }
            return snapshot(path, version, parts);
        } catch (IOException | IllegalArgumentException e) {
            // Cut off, or not as it should be: Delta reads the log instead of it.
            return Optional.empty();
        }
    }

    private static Optional<TableSnapshot> snapshot(
            String path, long version, Map<String, JsonNode> parts) throws IOException {
        JsonNode metadata = parts.get("metadata");
        JsonNode protocol = parts.get("protocol");
        if (metadata == null || protocol == null || !metadata.hasNonNull("schemaString")) {
            return Optional.empty();
        }
        boolean clustered = false;
        for (JsonNode feature : protocol.path("writerFeatures")) {
            String name = feature.asText();
            if (name.startsWith("catalog") || name.startsWith("coordinatedCommits")) {
                // The newest commits need not be in the folder.
                return Optional.empty();
            }
            if (name.equals("columnMapping")) {
                return Optional.empty();
            }
            clustered |= name.equals("clustering");
        }
        Optional<List<String>> clusterColumns =
                clustered ? clusterColumns(parts.get("domainMetadata")) : Optional.of(List.of());
        if (clusterColumns.isEmpty() || !metadata.hasNonNull("id")) {
            return Optional.empty();
        }
        Map<String, String> properties = new HashMap<>();
        metadata.path("configuration")
                .properties()
                .forEach(entry -> properties.put(entry.getKey(), entry.getValue().asText()));
        if (!properties.getOrDefault("delta.columnMapping.mode", "none").equals("none")) {
            return Optional.empty();
        }
        return Optional.of(
                new TableSnapshot(
                        path,
                        version,
                        metadata.path("id").asText(),
                        (StructType) DataType.fromJson(metadata.path("schemaString").asText()),
                        strings(metadata.path("partitionColumns")),
                        clusterColumns.get(),
                        Optional.ofNullable(metadata.path("description").textValue()),
                        properties,
                        transactions(parts.get("setTransactions"))));
    }

    private static Optional<Map<String, Long>> transactions(JsonNode list) {
        if (list == null || !list.isArray()) {
            return Optional.empty();
        }
        Map<String, Long> versions = new HashMap<>();
        list.forEach(
                transaction ->
                        versions.merge(
                                transaction.path("appId").asText(),
                                transaction.path("version").asLong(),
                                Math::max));
        return Optional.of(versions);
    }

    /** Empty when the checksum does not say. */
    private static Optional<List<String>> clusterColumns(JsonNode domains) throws IOException {
        if (domains == null || !domains.isArray()) {
            return Optional.empty();
        }
        for (JsonNode domain : domains) {
            if (domain.path("domain").asText().equals("delta.clustering")) {
                List<String> columns = new ArrayList<>();
                MAPPER.readTree(domain.path("configuration").asText())
                        .path("clusteringColumns")
                        .forEach(column -> columns.add(String.join(".", strings(column))));
                return Optional.of(columns);
            }
        }
        return Optional.of(List.of());
    }

    private static List<String> strings(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
