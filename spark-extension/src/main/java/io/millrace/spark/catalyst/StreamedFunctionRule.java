/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.StatementErrors;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.function.TableFunctions;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreePattern;

/**
 * Refuses {@code STREAM} before a table function of ours in a plain query: Spark would read it as a
 * batch and say nothing.
 */
final class StreamedFunctionRule extends Rule<LogicalPlan> {

    private final TableFunctions functions;

    StreamedFunctionRule(TableFunctions functions) {
        this.functions = requireNonNull(functions, "functions");
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan.containsPattern(TreePattern.UNRESOLVED_TABLE_VALUED_FUNCTION())) {
            check(plan);
        }
        return plan;
    }

    private void check(LogicalPlan plan) {
        if (plan instanceof UnresolvedTableValuedFunction call
                && call.isStreaming()
                && call.name().size() == 1
                && functions.find(call.name().head()).isPresent()) {
            throw StatementErrors.<RuntimeException>raise(
                    StatementErrors.of(
                            new StatementException(
                                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE.name(),
                                    "42000",
                                    "a plain query cannot read `STREAM %s`; leave out STREAM to read what is there now, or define a streaming table"
                                            .formatted(call.name().head()),
                                    null)));
        }
        ScalaInterop.list(plan.children()).forEach(this::check);
    }
}
