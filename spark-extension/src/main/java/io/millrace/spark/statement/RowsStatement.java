/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.statement.SessionStatement;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** A statement that is a function of the session. */
record RowsStatement(String name, StructType schema, Function<SparkSession, List<Row>> rows)
        implements SessionStatement {

    RowsStatement {
        requireNonNull(name, "name");
        requireNonNull(schema, "schema");
        requireNonNull(rows, "rows");
    }

    @Override
    public List<Row> run(SparkSession session) {
        try {
            return rows.apply(session);
        } catch (QueryException e) {
            throw Problems.of(e);
        }
    }
}
