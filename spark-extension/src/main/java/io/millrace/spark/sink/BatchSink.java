/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkFormat;
import java.util.OptionalLong;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A sink that takes rows batch by batch. Safe for use by several threads. */
public interface BatchSink {

    /**
     * Fails when rows of these columns cannot be written, whatever is in them. Writes nothing.
     *
     * @throws io.millrace.spark.QueryException saying what to write instead
     */
    void check(SparkSession session, StructType rows);

    /**
     * Fails when what is at the place of the sink now does not take rows of these columns, as far
     * as that can be seen. Writes nothing.
     *
     * @throws io.millrace.spark.QueryException saying what to write instead
     */
    default void checkPlace(SparkSession session, StructType rows) {}

    /**
     * The version of the last mark of an application that the sink has; empty when it has none, or
     * keeps none.
     */
    OptionalLong lastMark(SparkSession session, String application);

    /**
     * Writes a batch, unless the sink has its mark.
     *
     * @return how many rows it brought
     */
    long write(SinkBatch batch);

    /**
     * The writer for a sink.
     *
     * @param catalog where the table of a Delta sink is whose name has no catalog
     * @param schema the same for the schema
     */
    static BatchSink of(SinkSpec sink, String catalog, String schema) {
        return switch (SinkFormat.of(sink)) {
            case DELTA -> new DeltaSink(sink, catalog, schema);
            case JDBC -> new JdbcSink(sink);
            case KAFKA, FILES, OTHER -> new DataSourceSink(sink);
        };
    }
}
