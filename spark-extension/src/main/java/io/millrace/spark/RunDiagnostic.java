/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.Place;
import io.millrace.spark.secret.SecretValues;
import java.util.Optional;

/**
 * Something wrong with a pipeline that only a session can tell, found before anything is written.
 *
 * @param code a Millrace code, or Spark's error condition
 * @param dataset how messages call the dataset that it is about
 * @param flow the flow that it is about
 * @param location the place in the text of a file; when it is not known, only the statement is
 * @param statement the statement at fault
 */
public record RunDiagnostic(
        String code,
        String message,
        Optional<String> hint,
        Optional<String> dataset,
        Optional<String> flow,
        Optional<SourceLocation> location,
        Optional<Place> statement) {

    public RunDiagnostic {
        requireNonNull(code, "code");
        message = SecretValues.mask(requireNonNull(message, "message"));
        hint = hint.map(SecretValues::mask);
        requireNonNull(dataset, "dataset");
        requireNonNull(flow, "flow");
        requireNonNull(location, "location");
        requireNonNull(statement, "statement");
    }

    /** What is wrong with the request or the state, not with a statement. */
    public static RunDiagnostic of(QueryException error) {
        return new RunDiagnostic(
                error.condition(),
                error.getMessage(),
                error.hint(),
                Optional.empty(),
                Optional.empty(),
                error.location(),
                Optional.empty());
    }
}
