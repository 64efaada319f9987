/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.function.Function;
import scala.Function1;
import scala.runtime.AbstractFunction1;

/** Java functions as Scala's; only for here and for Delta. */
public final class Functions {

    private Functions() {}

    public static <A, B> Function1<A, B> of(Function<A, B> function) {
        return new AbstractFunction1<>() {
            @Override
            public B apply(A argument) {
                return function.apply(argument);
            }
        };
    }
}
