/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Collection;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute$;
import org.apache.spark.sql.catalyst.expressions.InSet;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.classic.ExpressionUtils$;
import org.apache.spark.sql.types.DataType;
import scala.collection.immutable.HashSet$;
import scala.jdk.javaapi.CollectionConverters;

/** Tests of columns against many values. */
public final class ValueSets {

    private ValueSets() {}

    /**
     * Whether a column's value is one of many. Unlike a list of literals it costs nothing to
     * analyze, however many values there are.
     *
     * @param values in Spark's internal form, of the column's type, none of them NULL
     */
    public static Column isOneOf(String column, Collection<Object> values) {
        var set = HashSet$.MODULE$.<Object>from(CollectionConverters.asScala(values));
        return ExpressionUtils$.MODULE$.column(
                new InSet(UnresolvedAttribute$.MODULE$.quoted(column), set));
    }

    /**
     * A value as a column.
     *
     * @param value in Spark's internal form
     */
    public static Column literal(Object value, DataType type) {
        return ExpressionUtils$.MODULE$.column(new Literal(value, type));
    }
}
