/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.catalyst.statement.StatementErrors;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession$;
import scala.Tuple3;
import scala.collection.immutable.Seq;

/**
 * The table functions of Millrace in plain queries of a session, where they are read as a batch.
 */
final class SessionFunctions {

    private static final String INVALID = "42000";

    private SessionFunctions() {}

    static void inject(SparkSessionExtensions extensions, Iterable<TableFunction> functions) {
        for (TableFunction function : functions) {
            extensions.injectTableFunction(
                    new Tuple3<>(
                            FunctionIdentifier.apply(function.name()),
                            new ExpressionInfo(function.getClass().getName(), function.name()),
                            Functions.of(arguments -> call(function, arguments))));
        }
    }

    private static LogicalPlan call(TableFunction function, Seq<Expression> arguments) {
        SparkSession session = SparkSession$.MODULE$.active();
        try {
            return SessionQueries.call(session, function, arguments);
        } catch (TableFunctionException e) {
            throw StatementErrors.<RuntimeException>raise(
                    StatementErrors.of(
                            new StatementException(e.condition(), INVALID, e.getMessage(), e)));
        }
    }
}
