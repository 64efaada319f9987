/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.function.TableFunctionException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin$;
import org.apache.spark.sql.catalyst.trees.Origin;

/** Where plan nodes stand in the text that they were parsed from. */
final class Origins {

    private Origins() {}

    /** Makes a node with the place of another. */
    static <T> T with(LogicalPlan place, Supplier<T> make) {
        Origin before = CurrentOrigin$.MODULE$.get();
        CurrentOrigin$.MODULE$.set(place.origin());
        try {
            return make.get();
        } finally {
            CurrentOrigin$.MODULE$.set(before);
        }
    }

    /** The function's error, at the call. */
    static QueryException at(TableFunctionException error, LogicalPlan call, SqlText text) {
        return new QueryException(
                error.condition(),
                error.getMessage(),
                Optional.empty(),
                SqlErrors.origin(call.origin(), text),
                error);
    }
}
