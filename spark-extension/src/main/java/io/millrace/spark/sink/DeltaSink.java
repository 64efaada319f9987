/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.MicroBatch;
import io.millrace.spark.delta.ConcurrentChange;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.PartitionText;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.files.BasePath;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;

/**
 * A Delta table that is not the pipeline's. Each batch is one commit that carries the batch's mark,
 * so that a batch that comes again is not written again. What the table may become is Delta's to
 * say: columns come into it only where {@code mergeSchema} is given.
 */
final class DeltaSink implements BatchSink {

    private static final Pattern PART = Pattern.compile("`((?:[^`]|``)+)`|([^.`]+)");

    private static final String MERGE_SCHEMA = "mergeSchema";
    private static final String ALWAYS_MERGE = "spark.databricks.delta.schema.autoMerge.enabled";

    private static final int ATTEMPTS = 5;
    private static final ConcurrentMap<String, Object> LOCKS = new ConcurrentHashMap<>();

    private final SinkSpec sink;
    private final String catalog;
    private final String schema;

    DeltaSink(SinkSpec sink, String catalog, String schema) {
        this.sink = sink;
        this.catalog = catalog;
        this.schema = schema;
    }

    @Override
    public void check(SparkSession session, StructType rows) {
        var unused = options(session);
    }

    @Override
    public void checkPlace(SparkSession session, StructType rows) {
        Optional<TableSnapshot> now = lookAt(session);
        if (now.isEmpty()) {
            return;
        }
        boolean merges =
                SinkFormat.option(sink, MERGE_SCHEMA)
                        .or(() -> Optional.of(session.conf().get(ALWAYS_MERGE, "false")))
                        .filter("true"::equalsIgnoreCase)
                        .isPresent();
        Optional<List<String>> table = table();
        String name = table.map(Quoted::name).orElse("delta." + Quoted.name(now.get().path()));
        new DeltaSinkColumns(name, table.isPresent(), merges).check(now.get(), rows);
    }

    /** Empty as well when it cannot be looked at: it is the write that has to say so. */
    private Optional<TableSnapshot> lookAt(SparkSession session) {
        try {
            return place(session).flatMap(path -> DeltaTableLog.at(session, path).snapshot());
        } catch (Exception e) {
            // Scala does not declare what it throws.
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            return Optional.empty();
        }
    }

    @Override
    public OptionalLong lastMark(SparkSession session, String application) {
        return place(session)
                .filter(path -> exists(session))
                .map(path -> DeltaTableLog.at(session, path).transactionVersion(application))
                .orElse(OptionalLong.empty());
    }

    @Override
    public long write(SinkBatch batch) {
        try {
            return create(batch);
        } catch (Exception e) {
            // Columns of the source, or of the table, may have changed while the update ran.
            if (e instanceof SparkThrowable known
                    && known.getCondition() != null
                    && known.getCondition().startsWith("DELTA_")) {
                checkPlace(batch.session(), batch.rows().schema());
            }
            throw e;
        }
    }

    private long create(SinkBatch batch) {
        if (exists(batch.session())) {
            return append(batch);
        }
        // Two that make one table would be in each other's way.
        synchronized (LOCKS.computeIfAbsent(sink.options().toString(), key -> new Object())) {
            return append(batch);
        }
    }

    private boolean exists(SparkSession session) {
        return place(session)
                .filter(path -> DeltaTableLog.at(session, path).latestVersion() >= 0)
                .isPresent();
    }

    /** Others may write the table meanwhile, and change what it is. */
    private long append(SinkBatch batch) {
        for (int attempt = 1; ; attempt++) {
            try {
                return commit(batch);
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS || !ConcurrentChange.is(e)) {
                    throw e;
                }
            }
        }
    }

    private long commit(SinkBatch batch) {
        LongAccumulator count = batch.session().sparkContext().longAccumulator();
        DataFrameWriter<Row> writer =
                MicroBatch.counted(storable(batch), count)
                        .write()
                        .format("delta")
                        .mode("append")
                        .options(options(batch.session()))
                        .option("txnAppId", batch.mark().application())
                        .option("txnVersion", batch.mark().version());
        Optional<List<String>> table = table();
        if (table.isPresent()) {
            writer.saveAsTable(Quoted.name(table.get()));
        } else {
            writer.save();
        }
        return count.value();
    }

    /** The rows, which fail on a value that the table would keep as another one. */
    private Dataset<Row> storable(SinkBatch batch) {
        List<String> partitions =
                lookAt(batch.session()).map(TableSnapshot::partitionColumns).orElse(List.of());
        return PartitionText.refuseEmpty(batch.rows(), name(), partitions);
    }

    /** How messages call the table. */
    private String name() {
        return table().map(parts -> String.join(".", parts))
                .or(() -> SinkFormat.option(sink, SinkOptions.PATH))
                .orElse("the sink");
    }

    /** The full name. */
    private Optional<List<String>> table() {
        return SinkFormat.option(sink, SinkOptions.TABLE_NAME).map(this::parts);
    }

    private List<String> parts(String name) {
        List<String> parts =
                PART.matcher(name)
                        .results()
                        .map(
                                part ->
                                        part.group(1) == null
                                                ? part.group(2).strip()
                                                : part.group(1).replace("``", "`"))
                        .toList();
        return switch (parts.size()) {
            case 1 -> List.of(catalog, schema, parts.get(0));
            case 2 -> List.of(catalog, parts.get(0), parts.get(1));
            default -> parts;
        };
    }

    /** Where the table is; empty for one by name that does not exist. */
    private Optional<String> place(SparkSession session) {
        Optional<String> path = SinkFormat.option(sink, SinkOptions.PATH);
        return path.isPresent()
                ? path.map(given -> BasePath.resolve(given, session))
                : table().flatMap(name -> CatalogTables.deltaLocation(session, name));
    }

    /** All but the settings of file systems would be there for all to read, in the table's log. */
    private Map<String, String> options(SparkSession session) {
        Map<String, String> values =
                SinkOptionValues.of(
                        session, sink, name -> name.toLowerCase(Locale.ROOT).startsWith("fs."));
        values.keySet().removeIf(SinkOptions.TABLE_NAME::equalsIgnoreCase);
        return values;
    }
}
