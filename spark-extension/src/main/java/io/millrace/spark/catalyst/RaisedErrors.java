/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Optional;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;

/** Errors of ours that an expression raises while rows run through it. */
public final class RaisedErrors {

    private static final String CONDITION = "USER_RAISED_EXCEPTION";
    private static final String SEPARATOR = " | ";

    private RaisedErrors() {}

    /**
     * An expression that has no value but fails.
     *
     * @param type the type that it has where it stands
     */
    public static Column raise(RunErrorCode code, String message, String hint, DataType type) {
        String text = code.name() + SEPARATOR + message + SEPARATOR + hint;
        return functions.raise_error(functions.lit(text)).cast(type);
    }

    /** What such an expression has said, if that is the error. */
    static Optional<QueryException> explain(Throwable error) {
        if (!(error instanceof SparkThrowable spark) || !CONDITION.equals(spark.getCondition())) {
            return Optional.empty();
        }
        String text = spark.getMessageParameters().getOrDefault("errorMessage", "");
        int message = text.indexOf(SEPARATOR);
        int hint = text.lastIndexOf(SEPARATOR);
        if (message < 0 || hint <= message || !isCode(text.substring(0, message))) {
            return Optional.empty();
        }
        return Optional.of(
                new QueryException(
                        text.substring(0, message),
                        text.substring(message + SEPARATOR.length(), hint),
                        Optional.of(text.substring(hint + SEPARATOR.length())),
                        Optional.empty(),
                        error));
    }

    private static boolean isCode(String name) {
        for (RunErrorCode code : RunErrorCode.values()) {
            if (code.name().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
