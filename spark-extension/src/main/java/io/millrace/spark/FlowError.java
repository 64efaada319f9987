/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Why a flow failed.
 *
 * @param code a Millrace code, or Spark's error condition
 * @param message one paragraph for the user, secrets masked
 * @param rendered the message with file, line and caret, where the place is known
 */
public record FlowError(String code, String message, Optional<String> rendered) {

    public FlowError {
        requireNonNull(code, "code");
        requireNonNull(message, "message");
        requireNonNull(rendered, "rendered");
    }
}
