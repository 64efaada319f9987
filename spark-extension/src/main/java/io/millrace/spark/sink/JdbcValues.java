/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.JdbcConnections;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Values of rows as parameters of a statement. */
final class JdbcValues {

    private JdbcValues() {}

    /** Fails for columns that databases have no types for. */
    static void check(StructType rows) {
        for (StructField column : rows.fields()) {
            boolean array =
                    column.dataType() instanceof ArrayType list && isPlain(list.elementType());
            if (!isPlain(column.dataType()) && !array) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_SINK_COLUMNS,
                        "the column `%s` is %s, which a database does not take"
                                .formatted(column.name(), column.dataType().sql()),
                        "write to_json(%1$s) AS %1$s".formatted(Quoted.asNeeded(column.name())));
            }
        }
    }

    private static boolean isPlain(DataType type) {
        return type instanceof BooleanType
                || type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType
                || type instanceof FloatType
                || type instanceof DoubleType
                || type instanceof DecimalType
                || type instanceof StringType
                || type instanceof BinaryType
                || type instanceof DateType
                || type instanceof TimestampType
                || type instanceof TimestampNTZType;
    }

    /**
     * Sets a parameter.
     *
     * @param parameter its number, from 1 on
     * @param target the type of the column that it goes into
     */
    static void set(
            PreparedStatement statement,
            int parameter,
            Row row,
            int column,
            DataType type,
            int target,
            JdbcConnections database)
            throws SQLException {
        if (row.isNullAt(column)) {
            statement.setNull(parameter, target);
            return;
        }
        Object value = row.get(column);
        if (type instanceof ArrayType list) {
            String name = database.typeName(list.elementType()).orElse("text");
            int arguments = name.indexOf('(');
            List<Object> elements = row.getList(column);
            statement.setArray(
                    parameter,
                    statement
                            .getConnection()
                            .createArrayOf(
                                    arguments < 0 ? name : name.substring(0, arguments),
                                    elements.toArray()));
        } else if (value instanceof String && target == Types.OTHER) {
            // A type of the database's own, such as JSON: it reads the text.
            statement.setObject(parameter, value, Types.OTHER);
        } else {
            set(statement, parameter, value);
        }
    }

    private static void set(PreparedStatement statement, int parameter, Object value)
            throws SQLException {
        if (value instanceof LocalDate date) {
            statement.setDate(parameter, Date.valueOf(date));
        } else if (value instanceof Instant instant) {
            statement.setTimestamp(parameter, Timestamp.from(instant));
        } else if (value instanceof LocalDateTime time) {
            statement.setTimestamp(parameter, Timestamp.valueOf(time));
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(parameter, bytes);
        } else if (value instanceof Byte number) {
            statement.setShort(parameter, number);
        } else {
            statement.setObject(parameter, value);
        }
    }
}
