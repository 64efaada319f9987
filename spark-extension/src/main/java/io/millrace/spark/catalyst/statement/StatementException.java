/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import static java.util.Objects.requireNonNull;

/** Why a statement of ours cannot be run, or failed: an error of the user's session. */
public final class StatementException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String condition;
    private final String sqlState;

    /**
     * @param condition a code of ours, or Spark's error condition
     * @param message as the user reads it, with the place where it is known
     */
    public StatementException(String condition, String sqlState, String message, Throwable cause) {
        super(message, cause);
        this.condition = requireNonNull(condition, "condition");
        this.sqlState = requireNonNull(sqlState, "sqlState");
    }

    public String condition() {
        return condition;
    }

    public String sqlState() {
        return sqlState;
    }
}
