/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.Place;
import io.millrace.spark.secret.SecretValues;
import java.util.Optional;

/**
 * Why a flow failed.
 *
 * @param code a Millrace code, or Spark's error condition
 * @param message one paragraph for the user, secrets masked
 * @param rendered the message with file, line and caret, where the place is known
 * @param location the place of the error in the text of a file, where it is known
 * @param statement the statement that the flow comes from
 */
public record FlowError(
        String code,
        String message,
        Optional<String> rendered,
        Optional<SourceLocation> location,
        Optional<Place> statement) {

    public FlowError {
        requireNonNull(code, "code");
        message = SecretValues.mask(requireNonNull(message, "message"));
        rendered = rendered.map(SecretValues::mask);
        requireNonNull(location, "location");
        requireNonNull(statement, "statement");
    }

    public FlowError(String code, String message, Optional<String> rendered) {
        this(code, message, rendered, Optional.empty(), Optional.empty());
    }

    /** The same error with the text that shows its place. */
    public FlowError withRendered(String text) {
        return new FlowError(code, message, Optional.of(text), location, statement);
    }
}
