/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.spark.sql.types.StructType;

/**
 * What a Delta table says of itself at a version.
 *
 * @param id changes when the table is dropped and made again
 * @param schema with Delta's own keys in the columns' metadata
 * @param properties as in the log, Delta's own included
 * @param transactions the version of each application's last transaction; empty when finding them
 *     out takes reading the whole log
 */
public record TableSnapshot(
        String path,
        long version,
        String id,
        StructType schema,
        List<String> partitionColumns,
        List<String> clusterColumns,
        Optional<String> comment,
        Map<String, String> properties,
        Optional<Map<String, Long>> transactions) {

    public TableSnapshot {
        requireNonNull(path, "path");
        requireNonNull(id, "id");
        requireNonNull(schema, "schema");
        requireNonNull(comment, "comment");
        partitionColumns = List.copyOf(partitionColumns);
        clusterColumns = List.copyOf(clusterColumns);
        properties = Map.copyOf(properties);
        transactions = transactions.map(Map::copyOf);
    }

    /**
     * The version of an application's last transaction; empty when it has made none.
     *
     * @param otherwise reads the log, where that is needed
     */
    public OptionalLong transactionVersion(String application, Supplier<OptionalLong> otherwise) {
        if (transactions.isEmpty()) {
            return otherwise.get();
        }
        Long version = transactions.get().get(application);
        return version == null ? OptionalLong.empty() : OptionalLong.of(version);
    }
}
