/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

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
        if (exact
                && !RescuedData.has(requiredSchema, rescued)
                && json.parseMode() == PermissiveMode$.MODULE$) {
            // The other columns have the same values either way.
            StructType others = RescuedData.without(dataSchema, Set.of(rescued));
            return super.buildReader(
                    session, others, partitionSchema, requiredSchema, filters, options, hadoopConf);
        }
        Set<String> folders = new HashSet<>(Arrays.asList(partitionSchema.fieldNames()));
        Set<String> notParsed = new HashSet<>(folders);
        notParsed.addAll(List.of(rescued, json.columnNameOfCorruptRecord()));
        return new JsonRescueReader(
                RescuedData.without(dataSchema, notParsed),
                folders,
                RescuedData.has(dataSchema, json.columnNameOfCorruptRecord()),
                requiredSchema,
                rescued,
                exact,
                json,
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
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
