/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import io.millrace.compiler.ParameterValue;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.statement.StatementSource.Arguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.parser.HybridParameterContext;
import org.apache.spark.sql.catalyst.parser.NamedParameterContext;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.PositionalParameterContext;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/** The values that a client has given for the parameters of a text. */
final class ParameterLiterals {

    private ParameterLiterals() {}

    static Arguments of(ParameterContext context) {
        if (context instanceof NamedParameterContext named) {
            Map<String, ParameterValue> values = new HashMap<>();
            ScalaInterop.map(named.params()).forEach((key, value) -> values.put(key, value(value)));
            return new Arguments(values, List.of());
        }
        if (context instanceof PositionalParameterContext positional) {
            return new Arguments(
                    Map.of(),
                    ScalaInterop.list(positional.params()).stream().map(Expression::sql).toList());
        }
        if (context instanceof HybridParameterContext hybrid) {
            return hybrid(hybrid);
        }
        return Arguments.NONE;
    }

    /** What {@code EXECUTE IMMEDIATE} gives: a value without a name has an empty one. */
    private static Arguments hybrid(HybridParameterContext context) {
        List<Expression> values = ScalaInterop.list(context.args());
        List<String> names = ScalaInterop.list(context.paramNames());
        Map<String, ParameterValue> named = new HashMap<>();
        List<String> positional = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            String name = i < names.size() ? names.get(i) : "";
            if (name.isEmpty()) {
                positional.add(values.get(i).sql());
            } else {
                named.put(name, value(values.get(i)));
            }
        }
        return new Arguments(named, positional);
    }

    private static ParameterValue value(Expression expression) {
        if (expression instanceof Literal literal
                && literal.dataType() instanceof StringType
                && literal.value() instanceof UTF8String text) {
            return ParameterValue.string(text.toString());
        }
        return new ParameterValue(expression.sql(), ParameterValue.Type.EXPRESSION);
    }
}
