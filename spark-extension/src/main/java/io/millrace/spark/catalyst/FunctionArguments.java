/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.function.TableFunctionException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Alias$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.FunctionTableSubqueryArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import scala.collection.immutable.Seq;

/** The constant arguments of a table function, as plain Java values. */
final class FunctionArguments {

    private final List<Object> positional = new ArrayList<>();
    private final Map<String, Object> named = new LinkedHashMap<>();

    private FunctionArguments() {}

    static FunctionArguments evaluate(
            SparkSession session, String function, Seq<Expression> expressions) {
        FunctionArguments result = new FunctionArguments();
        for (Expression expression : ScalaInterop.list(expressions)) {
            if (expression instanceof NamedArgumentExpression argument) {
                result.addNamed(function, argument.key(), value(session, argument.value()));
                continue;
            }
            if (!result.named.isEmpty()) {
                throw new TableFunctionException(
                        "UNEXPECTED_POSITIONAL_ARGUMENT",
                        "`" + function + "` has an argument without a name behind a named one");
            }
            result.positional.add(value(session, expression));
        }
        return result;
    }

    List<Object> positional() {
        return positional;
    }

    Map<String, Object> named() {
        return named;
    }

    private void addNamed(String function, String key, Object value) {
        boolean repeated = named.keySet().stream().anyMatch(key::equalsIgnoreCase);
        if (repeated) {
            throw new TableFunctionException(
                    "DUPLICATE_ROUTINE_PARAMETER_ASSIGNMENT.DOUBLE_NAMED_ARGUMENT_REFERENCE",
                    "`" + function + "` gets the argument `" + key + "` twice");
        }
        named.put(key, value);
    }

    private static Object value(SparkSession session, Expression expression) {
        if (expression instanceof FunctionTableSubqueryArgumentExpression table) {
            return table(table.plan());
        }
        if (expression instanceof Literal literal && isSimple(literal)) {
            return literal.value() == null ? null : simple(literal);
        }
        NamedExpression column =
                new Alias(
                        expression,
                        "value",
                        Alias$.MODULE$.apply$default$3(expression, "value"),
                        Alias$.MODULE$.apply$default$4(expression, "value"),
                        Alias$.MODULE$.apply$default$5(expression, "value"),
                        Alias$.MODULE$.apply$default$6(expression, "value"));
        LogicalPlan plan = new Project(ScalaInterop.seq(List.of(column)), new OneRowRelation());
        Dataset<Row> row = Dataset.ofRows(session, plan);
        LogicalPlan optimized = row.queryExecution().optimizedPlan();
        if (!(optimized instanceof LocalRelation)
                && !row.queryExecution().analyzed().deterministic()) {
            throw new TableFunctionException(
                    "NON_FOLDABLE_ARGUMENT", "an argument must be a constant: " + expression.sql());
        }
        return java(row.collectAsList().get(0).get(0));
    }

    /** Names are looked up before a call only where Spark calls the function itself. */
    private static TableFunctionCall.TableArgument table(LogicalPlan plan) {
        if (plan instanceof UnresolvedRelation relation) {
            return new TableFunctionCall.TableArgument(
                    ScalaInterop.list(relation.multipartIdentifier()));
        }
        if (plan instanceof SubqueryAlias alias) {
            List<String> name = new ArrayList<>(ScalaInterop.list(alias.identifier().qualifier()));
            name.add(alias.identifier().name());
            return new TableFunctionCall.TableArgument(name);
        }
        return new TableFunctionCall.TableArgument(List.of());
    }

    private static boolean isSimple(Literal literal) {
        return literal.value() == null
                || literal.dataType() instanceof StringType
                || literal.dataType() instanceof BooleanType
                || literal.dataType() instanceof IntegerType
                || literal.dataType() instanceof LongType;
    }

    private static Object simple(Literal literal) {
        return literal.dataType() instanceof StringType
                ? literal.value().toString()
                : literal.value();
    }

    private static Object java(Object value) {
        if (value instanceof scala.collection.Map<?, ?> map) {
            Map<Object, Object> result = new LinkedHashMap<>();
            ScalaInterop.map(map).forEach((k, v) -> result.put(java(k), java(v)));
            return result;
        }
        if (value instanceof scala.collection.Seq<?> sequence) {
            List<Object> result = new ArrayList<>();
            ScalaInterop.list(sequence).forEach(element -> result.add(java(element)));
            return result;
        }
        return value;
    }
}
