/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.graph.ClusterBy;
import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.LetterCase;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.problem.CommandOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The metadata of a pipeline's table: what it shall be, and how it differs from what is there. */
public final class TableDefinition {

    /** The pipeline that a table belongs to. */
    public static final String PIPELINE = "millrace.pipeline";

    /** The dataset that a table holds. */
    public static final String DATASET = "millrace.dataset";

    /** The kind of the dataset. */
    public static final String KIND = "millrace.kind";

    /** What the contents of a materialized view were made from. */
    public static final String REFRESH = "millrace.refresh";

    /** The keys of the declared properties, so that one that is no longer declared can go. */
    private static final String DECLARED = "millrace.declaredProperties";

    private static final String COLUMN_MAPPING = "delta.columnMapping.mode";
    private static final String DEFAULTS = "delta.feature.allowColumnDefaults";
    private static final String CLUSTERING = "delta.feature.clustering";

    private final String pipeline;
    private final String table;
    private final Dataset dataset;

    /**
     * @param table how messages call the dataset
     */
    public TableDefinition(String pipeline, String table, Dataset dataset) {
        this.pipeline = pipeline;
        this.table = table;
        this.dataset = dataset;
    }

    /** The whole metadata of a table that is made. */
    public TableChange create(StructType schema) {
        Map<String, String> properties = new TreeMap<>(own(schema));
        if (hasDefaults(schema)) {
            properties.put(DEFAULTS, "supported");
        }
        if (dataset.clusterBy() == ClusterBy.COLUMNS) {
            properties.put(CLUSTERING, "supported");
        }
        return new TableChange(
                schema, partitions(schema), clusters(schema), dataset.comment(), properties);
    }

    /**
     * The metadata of a table that exists; empty when it is as it shall be.
     *
     * @param rewritten whether its rows are replaced as well, so that partitioning and types are
     *     free
     */
    public Optional<TableChange> change(StructType schema, TableSnapshot now, boolean rewritten) {
        checkPartitioning(schema, now, rewritten);
        Map<String, String> properties = new LinkedHashMap<>(now.properties());
        for (String key : now.properties().getOrDefault(DECLARED, "").split(",", -1)) {
            properties.remove(key);
        }
        properties.putAll(own(schema));
        if (now.properties().containsKey(COLUMN_MAPPING)) {
            properties.put(COLUMN_MAPPING, now.properties().get(COLUMN_MAPPING));
        }
        boolean clustered = dataset.clusterBy() != ClusterBy.AUTO;
        TableChange change =
                new TableChange(
                        schema,
                        partitions(schema),
                        clustered ? clusters(schema) : now.clusterColumns(),
                        dataset.comment(),
                        properties);
        boolean same =
                schema.equals(now.schema())
                        && change.partitionColumns().equals(now.partitionColumns())
                        && change.clusterColumns().equals(now.clusterColumns())
                        && change.comment().equals(now.comment())
                        && properties.equals(now.properties());
        if (same) {
            return Optional.empty();
        }
        if (hasDefaults(schema) && !hasDefaults(now.schema())) {
            properties.put(DEFAULTS, "supported");
        }
        if (!change.clusterColumns().isEmpty() && now.clusterColumns().isEmpty()) {
            properties.put(CLUSTERING, "supported");
        }
        return Optional.of(
                new TableChange(
                        schema,
                        change.partitionColumns(),
                        change.clusterColumns(),
                        change.comment(),
                        properties));
    }

    /** Fails when the table at the place is not one of this pipeline. */
    public void checkOwner(TableSnapshot now) {
        String owner = now.properties().get(PIPELINE);
        if (owner == null) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_TABLE_NOT_OURS,
                    "there is a table `%s` already that no pipeline made (%s)"
                            .formatted(table, now.path()),
                    "give the dataset another name, or move the table out of the way");
        }
        if (!owner.equals(pipeline)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_TABLE_NOT_OURS,
                    "the table `%s` belongs to the pipeline `%s` (%s)"
                            .formatted(table, owner, now.path()),
                    "give the dataset another name, or remove it from the other pipeline");
        }
    }

    private void checkPartitioning(StructType schema, TableSnapshot now, boolean rewritten) {
        List<String> wanted = partitions(schema);
        if (rewritten || wanted.equals(now.partitionColumns())) {
            return;
        }
        throw new QueryException(
                RunErrorCode.MILLRACE_PARTITIONING_CHANGED,
                "the table `%s` is stored %s, but is now declared %s"
                        .formatted(table, partitioned(now.partitionColumns()), partitioned(wanted)),
                "run %s, or declare it as it was".formatted(CommandOptions.fullRefresh(table)));
    }

    private static String partitioned(List<String> columns) {
        return columns.isEmpty()
                ? "without partitions"
                : columns.stream()
                        .map(column -> "`" + column + "`")
                        .collect(Collectors.joining(", ", "partitioned by ", ""));
    }

    /**
     * The declared properties, those that say whose table it is, and those that the columns need.
     *
     * @param stored the columns as they are stored
     */
    public Map<String, String> properties(StructType stored) {
        return own(stored);
    }

    private Map<String, String> own(StructType schema) {
        Map<String, String> properties = new LinkedHashMap<>();
        if (Schemas.needsColumnMapping(schema)) {
            properties.put(COLUMN_MAPPING, "name");
        }
        properties.putAll(dataset.properties());
        properties.put(PIPELINE, pipeline);
        properties.put(DATASET, dataset.name().toString());
        properties.put(KIND, dataset.kind().name());
        if (!dataset.properties().isEmpty()) {
            properties.put(DECLARED, String.join(",", dataset.properties().keySet()));
        } else {
            properties.remove(DECLARED);
        }
        return properties;
    }

    private static boolean hasDefaults(StructType schema) {
        for (StructField field : schema.fields()) {
            if (field.metadata().contains(DeclaredColumns.DEFAULT)) {
                return true;
            }
        }
        return false;
    }

    private List<String> partitions(StructType schema) {
        return inSchema(schema, dataset.partitionColumns(), "PARTITIONED BY");
    }

    private List<String> clusters(StructType schema) {
        return inSchema(schema, dataset.clusterColumns(), "CLUSTER BY");
    }

    /** The names as the schema writes them. */
    private List<String> inSchema(StructType schema, List<String> names, String clause) {
        List<String> result = new ArrayList<>();
        boolean caseCounts = LetterCase.counts(dataset.sparkConf());
        for (String name : names) {
            result.add(
                    Schemas.find(schema, name)
                            .filter(found -> !caseCounts || found.name().equals(name))
                            .map(StructField::name)
                            .orElseThrow(
                                    () ->
                                            new QueryException(
                                                    RunErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                                                    "%s names `%s`, which `%s` does not have"
                                                            .formatted(clause, name, table),
                                                    "columns are "
                                                            + Quoted.list(
                                                                    List.of(
                                                                            schema
                                                                                    .fieldNames())))));
        }
        return result;
    }
}
