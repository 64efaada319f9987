/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.files.TextEncoding;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.catalyst.util.PermissiveMode$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration$;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * JSON whose fields that no column takes are kept in the column of {@link RescuedData}, if there is
 * one; and whose names may be spelled otherwise.
 */
public final class JsonRescueFormat extends JsonFileFormat {

    private static final long serialVersionUID = 1L;

    /** No column's name. */
    static final String NONE = "\u0000";

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
        var json =
                new JSONOptionsInRead(
                        options, conf.sessionLocalTimeZone(), conf.columnNameOfCorruptRecord());
        boolean exact = RescuedData.isCaseSensitive(options, true);
        String rescued =
                options.contains(RescuedData.OPTION) ? options.apply(RescuedData.OPTION) : NONE;
        Set<String> folders = new HashSet<>(Arrays.asList(partitionSchema.fieldNames()));
        Set<String> notParsed = new HashSet<>(folders);
        notParsed.addAll(List.of(rescued, json.columnNameOfCorruptRecord()));
        boolean keepsRecords = RescuedData.has(dataSchema, json.columnNameOfCorruptRecord());
        StructType parsed = RescuedData.without(dataSchema, notParsed);
        if (isOfTheirOwn(requiredSchema, rescued, json, exact)) {
            parsed = RescuedData.without(requiredSchema, notParsed);
            rescued = NONE;
        }
        return new JsonRescueReader(
                parsed,
                folders,
                keepsRecords,
                requiredSchema,
                rescued,
                exact,
                json,
                TextEncoding.named(ScalaInterop.map(options)).name(),
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    /** Whether the wanted columns have the same values whatever else a record holds. */
    private static boolean isOfTheirOwn(
            StructType required, String rescued, JSONOptionsInRead json, boolean exact) {
        return exact
                && !RescuedData.has(required, rescued)
                && !RescuedData.has(required, json.columnNameOfCorruptRecord())
                && (rescued.equals(NONE) || !Digits.mayBeLost(required))
                && json.parseMode() == PermissiveMode$.MODULE$;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonRescueFormat;
    }

    @Override
    public int hashCode() {
        return JsonRescueFormat.class.hashCode();
    }
}
