/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.secret.SecretValues;
import java.util.Optional;

/**
 * A query, or what it is written into, that cannot work: found by Spark's analysis or by Millrace's
 * own checks before or while a flow runs.
 */
public final class QueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String condition;
    private final Optional<String> hint;
    private final Optional<SourceLocation> location;

    /**
     * @param condition a Millrace code, or Spark's error condition
     * @param message for the user, without condition and SQLSTATE
     * @param hint what to write instead
     * @param location the place in the user's file, where it is known
     */
    public QueryException(
            String condition,
            String message,
            Optional<String> hint,
            Optional<SourceLocation> location,
            Throwable cause) {
        super(SecretValues.mask(message), cause);
        this.condition = requireNonNull(condition, "condition");
        this.hint = hint.map(SecretValues::mask);
        this.location = requireNonNull(location, "location");
    }

    public QueryException(RunErrorCode code, String message) {
        this(code.name(), message, Optional.empty(), Optional.empty(), null);
    }

    public QueryException(RunErrorCode code, String message, String hint) {
        this(code, message, hint, null);
    }

    /**
     * @param message for the user, without condition and SQLSTATE
     * @param hint what to write instead
     * @param cause null when nothing was thrown before
     */
    public QueryException(RunErrorCode code, String message, String hint, Throwable cause) {
        this(code.name(), message, Optional.of(hint), Optional.empty(), cause);
    }

    public String condition() {
        return condition;
    }

    public Optional<String> hint() {
        return hint;
    }

    public Optional<SourceLocation> location() {
        return location;
    }
}
