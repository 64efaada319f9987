/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.Place;
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
    private final Optional<String> flow;
    private final Optional<Place> place;

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
        this(condition, message, hint, location, Optional.empty(), Optional.empty(), cause);
    }

    private QueryException(
            String condition,
            String message,
            Optional<String> hint,
            Optional<SourceLocation> location,
            Optional<String> flow,
            Optional<Place> place,
            Throwable cause) {
        super(SecretValues.mask(message), cause);
        this.condition = requireNonNull(condition, "condition");
        this.hint = hint.map(SecretValues::mask);
        this.location = requireNonNull(location, "location");
        this.flow = flow;
        this.place = place;
    }

    /** The same, of one of the flows into a table. */
    public QueryException ofFlow(String name) {
        return flow.isPresent() ? this : with(location, Optional.of(name), place);
    }

    /** The same, of a place in the user's files. */
    public QueryException at(Place where) {
        return place.isPresent() ? this : with(location, flow, Optional.of(where));
    }

    /** The same, of a stretch of the user's files. */
    public QueryException at(SourceLocation where) {
        return location.isPresent() ? this : with(Optional.of(where), flow, place);
    }

    private QueryException with(
            Optional<SourceLocation> stretch, Optional<String> name, Optional<Place> where) {
        Throwable cause = getCause() == null ? this : getCause();
        return new QueryException(condition, getMessage(), hint, stretch, name, where, cause);
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

    /** The flow that is to blame, where an error is found at the table that it writes. */
    public Optional<String> flow() {
        return flow;
    }

    /** The clause that is to blame, where it is not a query. */
    public Optional<Place> place() {
        return place;
    }
}
