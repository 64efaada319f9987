/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.Optional;

/** An AUTO CDC flow can't go on; nothing was written. */
public final class CdcException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Optional<String> hint;

    CdcException(ErrorCode code, String hint, Object... arguments) {
        super(code.message(arguments) + (hint.isEmpty() ? "" : "; hint: " + hint));
        this.code = requireNonNull(code, "code");
        this.hint = hint.isEmpty() ? Optional.empty() : Optional.of(hint);
    }

    public ErrorCode code() {
        return code;
    }

    /** What the user can do. */
    public Optional<String> hint() {
        return hint;
    }
}
