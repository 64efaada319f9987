/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** A call of a table function that cannot work; the planner adds the place in the user's file. */
public final class TableFunctionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String condition;
    private final Optional<String> argument;

    /**
     * @param condition a Millrace error code, or Spark's condition
     * @param message what is wrong and what to write instead, names in backticks
     * @param argument the named argument that is at fault, as written; empty for the whole call
     */
    public TableFunctionException(
            String condition, String message, Optional<String> argument, Throwable cause) {
        super(message, cause);
        this.condition = requireNonNull(condition, "condition");
        this.argument = requireNonNull(argument, "argument");
    }

    public TableFunctionException(String condition, String message) {
        this(condition, message, Optional.empty(), null);
    }

    public String condition() {
        return condition;
    }

    public Optional<String> argument() {
        return argument;
    }
}
