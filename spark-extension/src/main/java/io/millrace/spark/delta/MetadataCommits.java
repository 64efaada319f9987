/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.catalyst.Functions;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.failpoint.Failpoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.TypeWidening;
import org.apache.spark.sql.delta.TypeWideningMetadata;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.Format;
import org.apache.spark.sql.delta.actions.Metadata;
import org.apache.spark.sql.delta.actions.Metadata$;
import org.apache.spark.sql.delta.hooks.ChecksumHook$;
import org.apache.spark.sql.delta.skipping.clustering.ClusteredTableUtils;
import org.apache.spark.sql.delta.skipping.clustering.ClusteringColumn;
import org.apache.spark.sql.delta.skipping.clustering.temp.ClusterBySpec;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;

/** Commits that make a table, or change what it is and leave its rows alone. */
final class MetadataCommits {

    private final DeltaTableLog table;

    MetadataCommits(DeltaTableLog table) {
        this.table = table;
    }

    /** Makes the table, empty. */
    void create(TableChange made, TableWrite.Mark generation) {
        table.log().createLogDirectoriesIfNotExists();
        OptimisticTransaction transaction = table.begin();
        Metadata metadata =
                new Metadata(
                        Metadata$.MODULE$.apply$default$1(),
                        null,
                        made.comment().orElse(null),
                        new Format("parquet", ScalaInterop.map(Map.of())),
                        made.schema().json(),
                        ScalaInterop.seq(made.partitionColumns()),
                        ScalaInterop.map(made.properties()),
                        Option.apply(System.currentTimeMillis()));
        transaction.updateMetadataForNewTable(metadata);
        List<Action> actions = new ArrayList<>();
        actions.addAll(clustering(transaction, made));
        actions.add(DeltaTableLog.transaction(generation));
        transaction.unregisterPostCommitHooksWhere(Functions.of(ChecksumHook$.MODULE$::equals));
        Failpoints.hit("table.before-create");
        table.commit(
                transaction,
                actions,
                new DeltaOperations.CreateTable(
                        transaction.metadata(),
                        false,
                        false,
                        made.clusterColumns().isEmpty()
                                ? Option.empty()
                                : Option.apply(ScalaInterop.seq(made.clusterColumns()))));
        Failpoints.hit("table.after-create");
        writeChecksumOfEmptyTable(transaction);
    }

    /**
     * Puts the checksum beside the first version, with the list of the table's files in it: there
     * are none, which Delta would find out in a Spark job over an empty log.
     */
    private void writeChecksumOfEmptyTable(OptimisticTransaction transaction) {
        Snapshot made = transaction.committed().get().postCommitSnapshot();
        if (made.checksumOpt().isEmpty()) {
            return;
        }
        VersionChecksum checksum = made.checksumOpt().get();
        transaction.writeChecksumFile(
                made.version(),
                checksum.copy(
                        checksum.txnId(),
                        checksum.tableSizeBytes(),
                        checksum.numFiles(),
                        checksum.numDeletedRecordsOpt(),
                        checksum.numDeletionVectorsOpt(),
                        checksum.numMetadata(),
                        checksum.numProtocol(),
                        checksum.inCommitTimestampOpt(),
                        checksum.setTransactions(),
                        checksum.domainMetadata(),
                        checksum.metadata(),
                        checksum.protocol(),
                        checksum.fileSizeHistogram(),
                        checksum.deletedRecordCountsHistogramOpt(),
                        Option.apply(ScalaInterop.seq(List.of())),
                        checksum.lastManifestCommit()));
        DeltaLog.invalidateCache(table.session(), table.log().dataPath());
    }

    /** Changes the metadata; where columns get a wider type, in two commits. */
    void change(TableChange wanted) {
        TableChange change = wanted;
        if (TypeWidening.containsWideningTypeChanges(table.update().schema(), wanted.schema())) {
            change = wanted.withProperty(AppendedColumns.WIDENING, Optional.of("true"));
            allowWidening();
        }
        OptimisticTransaction transaction = table.begin();
        StructType before = transaction.metadata().schema();
        StructType after =
                TypeWideningMetadata.addTypeWideningMetadata(transaction, change.schema(), before);
        Metadata metadata = changed(transaction.metadata(), change.withSchema(after));
        transaction.updateMetadata(metadata, false);
        Failpoints.hit("table.before-change");
        table.commit(
                transaction,
                clustering(transaction, change),
                new DeltaOperations.UpdateSchema(before, transaction.metadata().schema()));
        Failpoints.hit("table.after-change");
    }

    private void allowWidening() {
        OptimisticTransaction transaction = table.begin();
        Metadata metadata = transaction.metadata();
        if ("true".equals(metadata.getConfiguration().get(AppendedColumns.WIDENING))) {
            return;
        }
        Map<String, String> properties = new TreeMap<>(metadata.getConfiguration());
        properties.put(AppendedColumns.WIDENING, "true");
        transaction.updateMetadata(
                metadata.copy(
                        metadata.id(),
                        metadata.name(),
                        metadata.description(),
                        metadata.format(),
                        metadata.schemaString(),
                        metadata.partitionColumns(),
                        ScalaInterop.map(properties),
                        metadata.createdTime()),
                false);
        table.commit(
                transaction,
                List.of(),
                new DeltaOperations.SetTableProperties(
                        ScalaInterop.map(Map.of(AppendedColumns.WIDENING, "true"))));
    }

    /**
     * Gives the table other metadata.
     *
     * @param replace whether nothing stays of what the table holds
     */
    static void define(
            OptimisticTransaction transaction,
            TableChange change,
            boolean replace,
            List<Action> actions) {
        if (replace) {
            overwrite(transaction, change, actions);
            return;
        }
        transaction.updateMetadata(changed(transaction.metadata(), change), false);
        actions.addAll(clustering(transaction, change));
    }

    private static void overwrite(
            OptimisticTransaction transaction, TableChange change, List<Action> actions) {
        transaction.updateMetadataForTableOverwrite(changed(transaction.metadata(), change));
        actions.addAll(clustering(transaction, change));
    }

    private static Metadata changed(Metadata old, TableChange change) {
        Map<String, String> properties = new TreeMap<>(change.properties());
        // Delta asks for this where a table that is there gets its first such column.
        if (change.schema().json().contains("\"timestamp_ntz\"")) {
            properties.put("delta.feature.timestampNtz", "supported");
        }
        return old.copy(
                old.id(),
                old.name(),
                change.comment().orElse(null),
                old.format(),
                change.schema().json(),
                ScalaInterop.seq(change.partitionColumns()),
                ScalaInterop.map(properties),
                old.createdTime());
    }

    static List<String> clusterColumns(Snapshot snapshot) {
        Option<ClusterBySpec> clustering = ClusteredTableUtils.getClusterBySpecOptional(snapshot);
        if (clustering.isEmpty()) {
            return List.of();
        }
        List<String> result = new ArrayList<>();
        ScalaInterop.list(clustering.get().columnNames())
                .forEach(column -> result.add(String.join(".", column.fieldNames())));
        return result;
    }

    /** The action that sets the clustering, when it is another than now. */
    private static List<Action> clustering(OptimisticTransaction transaction, TableChange table) {
        List<String> now =
                transaction.readVersion() < 0 ? List.of() : clusterColumns(transaction.snapshot());
        if (now.equals(table.clusterColumns())) {
            return List.of();
        }
        List<ClusteringColumn> columns = new ArrayList<>();
        for (String column : table.clusterColumns()) {
            columns.add(
                    new ClusteringColumn(physicalName(transaction.metadata().schema(), column)));
        }
        return List.of(ClusteredTableUtils.createDomainMetadata(ScalaInterop.seq(columns)));
    }

    private static Seq<String> physicalName(StructType schema, String column) {
        return ClusteringColumn.apply(
                        schema, column.indexOf('.') < 0 ? column : Quoted.name(column))
                .physicalName();
    }
}
