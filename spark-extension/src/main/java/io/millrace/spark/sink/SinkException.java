/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.spark.problem.Causes;
import io.millrace.spark.secret.SecretValues;

/** A sink that did not take rows. The cause tells whether another try may help. */
public final class SinkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param sink how messages call it
     */
    public SinkException(String sink, Throwable cause) {
        super(SecretValues.mask("sink `%s`: %s".formatted(sink, reason(cause))), cause);
    }

    /** What the innermost cause says: those around it are Spark's. */
    private static String reason(Throwable error) {
        Throwable innermost = Causes.innermost(error);
        String text = innermost.getMessage();
        return text == null || text.isBlank()
                ? innermost.getClass().getSimpleName()
                : text.lines().findFirst().orElse(text).strip();
    }
}
