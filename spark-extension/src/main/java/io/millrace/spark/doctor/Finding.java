/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.doctor;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * One thing that was looked at.
 *
 * @param check what was looked at
 * @param detail what was found
 * @param remedy how to mend it; empty when all is well
 */
public record Finding(String check, State state, String detail, Optional<String> remedy) {

    /** How bad it is. */
    public enum State {
        OK,
        WARNING,
        ERROR
    }

    public Finding {
        requireNonNull(check, "check");
        requireNonNull(state, "state");
        requireNonNull(detail, "detail");
        requireNonNull(remedy, "remedy");
    }

    static Finding ok(String check, String detail) {
        return new Finding(check, State.OK, detail, Optional.empty());
    }

    static Finding warning(String check, String detail, String remedy) {
        return new Finding(check, State.WARNING, detail, Optional.of(remedy));
    }

    static Finding error(String check, String detail, String remedy) {
        return new Finding(check, State.ERROR, detail, Optional.of(remedy));
    }
}
