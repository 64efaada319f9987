/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** What Catalyst knows of types. */
public final class SchemaTypes {

    private SchemaTypes() {}

    /** Whether every value of one type has its exact counterpart in the other. */
    public static boolean canUpCast(DataType from, DataType to) {
        return Cast.canUpCast(from, to);
    }

    /** CHAR and VARCHAR as Delta stores them: STRING, with the length in the metadata. */
    public static StructType withoutCharTypes(StructType schema) {
        return CharVarcharUtils.hasCharVarchar(schema)
                ? CharVarcharUtils.replaceCharVarcharWithStringInSchema(schema)
                : schema;
    }

    /** A type with CHAR and VARCHAR as the STRING that they are stored as. */
    public static DataType withoutCharTypes(DataType type) {
        return CharVarcharUtils.replaceCharVarcharWithString(type);
    }

    /** The type of a stored column with its CHAR and VARCHAR, which stand in the metadata. */
    public static DataType withCharTypes(StructField column) {
        Option<DataType> raw = CharVarcharUtils.getRawType(column.metadata());
        return raw.isEmpty() ? column.dataType() : raw.get();
    }

    /** Whether types are the same in all but what may be NULL: also in the names of fields. */
    public static boolean areAlike(DataType left, DataType right) {
        return DataType.equalsIgnoreNullability(left, right);
    }
}
