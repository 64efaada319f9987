/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.ScalaInterop;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionSet;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.delta.DeltaParquetFileFormat;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.files.TahoeFileIndexWithSnapshotDescriptor;
import org.apache.spark.sql.delta.stats.PreparedDeltaFileIndex;
import scala.collection.immutable.Seq;

/**
 * The files that Delta has selected for a query, handed out without another selection as long as
 * nothing but the condition on deleted rows has come to the query's own conditions. A file that was
 * not selected holds no row of the result, so none is ever handed out.
 *
 * <p>No subclass of Delta's index: that would equal it, and Spark keeps a plan that equals what a
 * rule makes of it.
 */
final class PreparedScanFiles extends TahoeFileIndexWithSnapshotDescriptor {

    private static final long serialVersionUID = 1L;

    private final PreparedDeltaFileIndex prepared;

    PreparedScanFiles(PreparedDeltaFileIndex prepared) {
        super(
                prepared.spark(),
                prepared.deltaLog(),
                prepared.path(),
                prepared.preparedScan().scannedSnapshot());
        this.prepared = prepared;
    }

    @Override
    public Seq<AddFile> matchingFiles(
            Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        ExpressionSet known = prepared.preparedScan().allFilters();
        boolean selected =
                Stream.of(partitionFilters, dataFilters)
                        .flatMap(filters -> ScalaInterop.list(filters).stream())
                        .allMatch(
                                filter ->
                                        filter.equals(Literal.TrueLiteral())
                                                || isOnDeletedRows(filter)
                                                || known.contains(filter));
        if (selected) {
            return (Seq<AddFile>) prepared.preparedScan().files().distinct();
        }
        Set<String> paths =
                ScalaInterop.list(prepared.preparedScan().files()).stream()
                        .map(AddFile::path)
                        .collect(Collectors.toSet());
        List<AddFile> fewer =
                ScalaInterop.list(prepared.matchingFiles(partitionFilters, dataFilters)).stream()
                        .filter(file -> paths.contains(file.path()))
                        .toList();
        return ScalaInterop.seq(fewer);
    }

    @Override
    public String[] inputFiles() {
        return prepared.inputFiles();
    }

    @Override
    public void refresh() {
        prepared.refresh();
    }

    @Override
    public long sizeInBytes() {
        return prepared.sizeInBytes();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PreparedScanFiles files && prepared.equals(files.prepared);
    }

    @Override
    public int hashCode() {
        return prepared.hashCode();
    }

    /** Delta's own condition, which says nothing of whole files. */
    private static boolean isOnDeletedRows(Expression filter) {
        List<Attribute> columns = ScalaInterop.list(filter.references().toSeq());
        return columns.size() == 1
                && columns.get(0)
                        .name()
                        .equals(DeltaParquetFileFormat.IS_ROW_DELETED_COLUMN_NAME());
    }
}
