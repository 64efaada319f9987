/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration$;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * CSV whose columns are found by the names in each file's own header. Spark's goes by position:
 * with {@code enforceSchema} it puts values into the wrong columns, without it fails.
 */
public final class HeaderCsvFormat extends CSVFileFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration hadoopConf) {
        SQLConf conf = session.sessionState().conf();
        var csv =
                new CSVOptions(
                        options,
                        conf.csvColumnPruning(),
                        conf.sessionLocalTimeZone(),
                        conf.columnNameOfCorruptRecord());
        StructType inFile = without(dataSchema, partitionSchema);
        if (!csv.headerFlag()) {
            return super.buildReader(
                    session, inFile, partitionSchema, requiredSchema, filters, options, hadoopConf);
        }
        return new HeaderCsvReader(
                inFile,
                requiredSchema,
                csv,
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    private static StructType without(StructType schema, StructType less) {
        Set<String> names = Arrays.stream(less.fieldNames()).collect(Collectors.toSet());
        return new StructType(
                Arrays.stream(schema.fields())
                        .filter(field -> !names.contains(field.name()))
                        .toArray(StructField[]::new));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeaderCsvFormat;
    }

    @Override
    public int hashCode() {
        return HeaderCsvFormat.class.hashCode();
    }
}
