/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

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
}
