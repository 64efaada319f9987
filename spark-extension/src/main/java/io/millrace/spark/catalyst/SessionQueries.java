/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.function.TableFunctions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.Seq;

/** Statements that a user gives a session, with the table functions that come with Millrace. */
public final class SessionQueries {

    private static final String QUERY = "query";

    private SessionQueries() {}

    /** Makes the functions known to the session, as temporary ones. */
    public static void register(SparkSession session, TableFunctions functions) {
        for (TableFunction function : functions.all()) {
            Sessions.classic(session)
                    .sessionState()
                    .tableFunctionRegistry()
                    .createOrReplaceTempFunction(
                            function.name(),
                            Functions.of(arguments -> call(session, function, arguments)),
                            "scala_udf");
        }
    }

    /** The rows that a call reads now. */
    static LogicalPlan call(
            SparkSession session, TableFunction function, Seq<Expression> expressions) {
        FunctionArguments arguments =
                FunctionArguments.evaluate(Sessions.classic(session), function.name(), expressions);
        TableFunctionCall call =
                new TableFunctionCall(
                        session,
                        new DatasetName(List.of(QUERY)),
                        QUERY,
                        false,
                        OptionSecrets.resolve(session, arguments.positional()),
                        OptionSecrets.resolveNamed(session, arguments.named()),
                        Map.of(),
                        Optional.empty(),
                        false,
                        new ConcurrentHashMap<>());
        return ((org.apache.spark.sql.classic.Dataset<Row>) function.batch(call))
                .queryExecution()
                .analyzed();
    }

    /** As {@code session.sql}; paths may go into text as well as into VARIANT. */
    public static Dataset<Row> sql(SparkSession session, String text) {
        try {
            return session.sql(text);
        } catch (Exception e) {
            if (!TextPaths.isIntoText(e)) {
                throw e;
            }
            return textPaths(session, text);
        }
    }

    private static Dataset<Row> textPaths(SparkSession session, String text) {
        Sessions.activate(session);
        try {
            LogicalPlan plan = Sessions.classic(session).sessionState().sqlParser().parsePlan(text);
            return TextPaths.analyze(Sessions.classic(session), plan);
        } catch (ParseException e) {
            throw new IllegalStateException("the text was parsed before", e);
        }
    }
}
