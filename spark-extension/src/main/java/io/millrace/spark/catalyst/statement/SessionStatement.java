/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A statement of ours that was understood and has not run. It may be made several times from one
 * text, and is run once.
 */
public interface SessionStatement {

    /** What it is called in plans: its leading words. */
    String name();

    /** The columns of its result; known before it runs. */
    StructType schema();

    /**
     * Does it.
     *
     * @throws StatementException for whatever the user can understand
     */
    List<Row> run(SparkSession session);
}
