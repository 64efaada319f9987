/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.ParserRuleContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.Any_valueContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.CurrentLikeContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FirstContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionCallContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.LastContext;

/**
 * A call of a function.
 *
 * @param name the last part of its name as written
 * @param arguments how many arguments it has
 * @param over whether it has an OVER clause
 */
record FunctionUse(String name, int arguments, boolean over) {

    /** The call that a node is, if it is one; keywords like CURRENT_DATE are calls too. */
    static Optional<FunctionUse> of(ParserRuleContext context) {
        if (context instanceof FunctionCallContext call) {
            return Optional.of(
                    new FunctionUse(name(call), call.argument.size(), call.OVER() != null));
        }
        if (context instanceof CurrentLikeContext current) {
            return Optional.of(new FunctionUse(current.name.getText(), 0, false));
        }
        if (context instanceof FirstContext
                || context instanceof LastContext
                || context instanceof Any_valueContext) {
            return Optional.of(new FunctionUse(context.getStart().getText(), 1, false));
        }
        return Optional.empty();
    }

    private static String name(FunctionCallContext call) {
        if (call.functionName().qualifiedName() == null) {
            return call.functionName().getText();
        }
        List<String> parts = Names.parts(call.functionName().qualifiedName());
        return parts.get(parts.size() - 1);
    }

    boolean isAggregate() {
        return !over && Functions.isAggregate(name);
    }

    boolean isGenerator() {
        return Functions.isGenerator(name);
    }

    boolean isNonDeterministic() {
        return Functions.isNonDeterministic(name);
    }

    boolean isCurrentTime() {
        return Functions.isCurrentTime(name, arguments);
    }

    boolean isTimeWindow() {
        return Functions.isTimeWindow(name);
    }
}
