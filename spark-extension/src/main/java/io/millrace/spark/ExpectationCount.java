/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

/** How many rows of a flow met a rule and how many broke it. */
public record ExpectationCount(String name, long passed, long failed) {

    public ExpectationCount {
        requireNonNull(name, "name");
    }
}
