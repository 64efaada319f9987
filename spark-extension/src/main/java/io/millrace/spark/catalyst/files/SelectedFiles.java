/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.fileset.FolderColumns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Predicate$;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractPartialFunction;

/**
 * Files that were listed before, with the values that their folders' names give. A file whose
 * folders lack a column has NULL there.
 */
final class SelectedFiles implements FileIndex {

    private final SparkSession session;
    private final Path root;
    private final List<FileStatus> files;
    private final StructType folderSchema;

    SelectedFiles(
            SparkSession session, Path root, List<FileStatus> files, StructType folderSchema) {
        this.session = session;
        this.root = root;
        this.files = List.copyOf(files);
        this.folderSchema = folderSchema;
    }

    @Override
    public Seq<Path> rootPaths() {
        return seq(List.of(root));
    }

    @Override
    public Seq<PartitionDirectory> listFiles(
            Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        List<Expression> filters =
                CollectionConverters.asJava(partitionFilters).stream().map(this::bound).toList();
        List<PartitionDirectory> found = new ArrayList<>();
        byFolderValues()
                .forEach(
                        (values, inside) -> {
                            InternalRow row = row(values);
                            if (filters.stream().allMatch(filter -> holds(filter, row))) {
                                found.add(
                                        PartitionDirectory.apply(
                                                row, inside.toArray(FileStatus[]::new)));
                            }
                        });
        return seq(found);
    }

    private Map<List<Optional<String>>, List<FileStatus>> byFolderValues() {
        Map<List<Optional<String>>, List<FileStatus>> groups = new LinkedHashMap<>();
        for (FileStatus file : files) {
            var columns = FolderColumns.of(root, file.getPath());
            List<Optional<String>> values = new ArrayList<>();
            for (String name : folderSchema.fieldNames()) {
                values.add(FolderColumns.value(columns, name));
            }
            groups.computeIfAbsent(values, none -> new ArrayList<>()).add(file);
        }
        return groups;
    }

    private InternalRow row(List<Optional<String>> values) {
        Object[] row = new Object[values.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = value(values.get(i), folderSchema.fields()[i].dataType());
        }
        return new GenericInternalRow(row);
    }

    /** A value that is not of the column's type is an error, never NULL. */
    private Object value(Optional<String> text, DataType type) {
        if (text.isEmpty()) {
            return null;
        }
        String zone = session.sessionState().conf().sessionLocalTimeZone();
        var literal = Literal.create(UTF8String.fromString(text.get()), DataTypes.StringType);
        return new Cast(literal, type, Option.apply(zone), EvalMode.ANSI()).eval(null);
    }

    private Expression bound(Expression filter) {
        return filter.transform(
                new AbstractPartialFunction<Expression, Expression>() {
                    @Override
                    public boolean isDefinedAt(Expression node) {
                        return node instanceof AttributeReference;
                    }

                    @Override
                    public Expression apply(Expression node) {
                        var attribute = (AttributeReference) node;
                        int index = folderSchema.fieldIndex(attribute.name());
                        return new BoundReference(index, attribute.dataType(), true);
                    }
                });
    }

    private static boolean holds(Expression filter, InternalRow row) {
        return Predicate$.MODULE$.createInterpreted(filter).eval(row);
    }

    @Override
    public String[] inputFiles() {
        return files.stream()
                .map(file -> SparkPath.fromFileStatus(file).urlEncoded())
                .toArray(String[]::new);
    }

    /** The files stay those that were listed. */
    @Override
    public void refresh() {}

    @Override
    public long sizeInBytes() {
        return files.stream().mapToLong(FileStatus::getLen).sum();
    }

    @Override
    public StructType partitionSchema() {
        return folderSchema;
    }

    private static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }
}
