/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.files.rescue.CsvRescueReader;
import io.millrace.spark.catalyst.files.rescue.RescuedData;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ParseMode;
import org.apache.spark.sql.catalyst.util.PermissiveMode$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
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
                SkippingCsvOptions.counting(
                        ScalaInterop.map(options), conf.csvColumnPruning(), session);
        StructType inFile = without(dataSchema, partitionSchema);
        if (options.contains(RescuedData.OPTION)) {
            String rescued = options.apply(RescuedData.OPTION);
            inFile = without(inFile, new StructType().add(rescued, DataTypes.StringType));
            // The other columns have the same values either way.
            if (RescuedData.has(requiredSchema, rescued)
                    || RescuedData.mayLoseDigits(requiredSchema)
                    || csv.parseMode() != PermissiveMode$.MODULE$) {
                return rescuing(
                        session, inFile, partitionSchema, requiredSchema, options, hadoopConf);
            }
        }
        return new HeaderCsvReader(
                inFile,
                requiredSchema,
                csv,
                RescuedData.isCaseSensitive(options, false),
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    private static CsvRescueReader rescuing(
            SparkSession session,
            StructType inFile,
            StructType partitionSchema,
            StructType requiredSchema,
            Map<String, String> options,
            Configuration hadoopConf) {
        var permissive = new HashMap<>(ScalaInterop.map(options));
        String mode = permissive.remove("mode");
        var csv = SkippingCsvOptions.counting(permissive, false, session);
        String corrupt = csv.columnNameOfCorruptRecord();
        Set<String> folders = new HashSet<>();
        for (String name : partitionSchema.fieldNames()) {
            folders.add(name.toLowerCase(Locale.ROOT));
        }
        return new CsvRescueReader(
                without(inFile, new StructType().add(corrupt, DataTypes.StringType)),
                folders,
                RescuedData.has(inFile, corrupt),
                requiredSchema,
                options.apply(RescuedData.OPTION),
                csv,
                RescuedData.isCaseSensitive(options, false),
                mode == null ? PermissiveMode$.MODULE$ : ParseMode.fromString(mode),
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    private static StructType without(StructType schema, StructType less) {
        Set<String> names = Arrays.stream(less.fieldNames()).collect(Collectors.toSet());
        return new StructType(
                Arrays.stream(schema.fields())
                        .filter(field -> !names.contains(field.name()))
                        .toArray(StructField[]::new));
    }

    /** Lines are left out where a file begins: so it is read as a whole then. */
    @Override
    public boolean isSplitable(SparkSession session, Map<String, String> options, Path path) {
        return SkippingCsvOptions.lines(ScalaInterop.map(options)) == 0
                && super.isSplitable(session, options, path);
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
