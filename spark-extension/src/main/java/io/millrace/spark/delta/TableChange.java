/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * The metadata that a table shall have.
 *
 * @param properties all of them
 */
public record TableChange(
        StructType schema,
        List<String> partitionColumns,
        List<String> clusterColumns,
        Optional<String> comment,
        Map<String, String> properties) {

    public TableChange {
        requireNonNull(schema, "schema");
        requireNonNull(comment, "comment");
        partitionColumns = List.copyOf(partitionColumns);
        clusterColumns = List.copyOf(clusterColumns);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /** The metadata that a table has. */
    public static TableChange of(TableSnapshot table) {
        return new TableChange(
                table.schema(),
                table.partitionColumns(),
                table.clusterColumns(),
                table.comment(),
                table.properties());
    }

    /** The same with other columns. */
    TableChange withSchema(StructType columns) {
        return new TableChange(columns, partitionColumns, clusterColumns, comment, properties);
    }

    /** The same with a property of this value, or without it. */
    public TableChange withProperty(String key, Optional<String> value) {
        Map<String, String> changed = new LinkedHashMap<>(properties);
        changed.remove(key);
        value.ifPresent(text -> changed.put(key, text));
        return new TableChange(schema, partitionColumns, clusterColumns, comment, changed);
    }
}
