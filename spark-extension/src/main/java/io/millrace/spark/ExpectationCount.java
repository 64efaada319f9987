/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How many rows of a flow met a rule and how many broke it.
 *
 * @param dataset the full name of the dataset that has the rule: the flow's target or a view that
 *     it reads; empty where only the target can be meant
 * @param error why the rule could not be evaluated for some of the rows that failed
 */
public record ExpectationCount(
        String name, String dataset, long passed, long failed, Optional<String> error) {

    public ExpectationCount {
        requireNonNull(name, "name");
        requireNonNull(dataset, "dataset");
        requireNonNull(error, "error");
    }

    /** A rule of the flow's target. */
    public ExpectationCount(String name, long passed, long failed) {
        this(name, "", passed, failed, Optional.empty());
    }
}
