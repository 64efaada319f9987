/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import io.millrace.spark.catalyst.ScalaInterop;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import scala.Option;

/** Errors of statements as Spark's own, which every client shows with their condition. */
public final class StatementErrors {

    private StatementErrors() {}

    /** With the condition, the state and the message. */
    public static AnalysisException of(StatementException error) {
        // The state stands on a line of its own behind a text of several lines.
        String separator = error.getMessage().endsWith("\n") ? "" : " ";
        return new AnalysisException(
                error.condition(),
                error.sqlState(),
                "<message>",
                ScalaInterop.map(Map.of("message", error.getMessage())),
                Option.apply(error.getCause()),
                Option.apply(
                        "[%s] %s%sSQLSTATE: %s"
                                .formatted(
                                        error.condition(),
                                        error.getMessage(),
                                        separator,
                                        error.sqlState())));
    }

    /** Refuses a statement, with what to write instead. */
    public static RuntimeException raise(
            String condition, String sqlState, String message, String hint) {
        return StatementErrors.<RuntimeException>raise(
                of(
                        new StatementException(
                                condition, sqlState, message + "\nhint: " + hint + "\n", null)));
    }

    /** Throws what Scala does not declare, and Java would want declared. */
    @SuppressWarnings("unchecked") // the type is only there for the compiler
    public static <E extends Exception> RuntimeException raise(Exception error) throws E {
        throw (E) error;
    }
}
