/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.SourceLocation;
import io.millrace.spark.function.TableFunctionException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin$;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.catalyst.trees.TreeNode;

/** Where plan nodes stand in the text that they were parsed from. */
final class Origins {

    private Origins() {}

    /** Makes a node with the place of another. */
    static <T> T with(TreeNode<?> place, Supplier<T> make) {
        Origin before = CurrentOrigin$.MODULE$.get();
        CurrentOrigin$.MODULE$.set(place.origin());
        try {
            return make.get();
        } finally {
            CurrentOrigin$.MODULE$.set(before);
        }
    }

    /** The function's error, at the argument at fault. */
    static QueryException at(
            TableFunctionException error, UnresolvedTableValuedFunction call, SqlText text) {
        Origin origin = call.origin();
        int from = origin.startIndex().isDefined() ? (Integer) origin.startIndex().get() : 0;
        Optional<SourceLocation> place =
                new CallPlaces(text.text())
                        .find(call.name().last(), from, firstText(call), error.argument())
                        .map(found -> SqlErrors.locate(text, found.start(), found.stop()));
        return new QueryException(
                error.condition(),
                error.getMessage(),
                Optional.empty(),
                place.or(() -> SqlErrors.origin(origin, text)),
                error);
    }

    private static Optional<String> firstText(UnresolvedTableValuedFunction call) {
        return ScalaInterop.list(call.functionArgs()).stream()
                .findFirst()
                .filter(first -> first instanceof Literal literal && literal.value() != null)
                .map(first -> ((Literal) first).value().toString());
    }
}
