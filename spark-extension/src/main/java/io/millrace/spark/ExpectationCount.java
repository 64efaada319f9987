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
 * @param read what was read of the table to judge the rows; empty for rules that need not do so
 */
public record ExpectationCount(
        String name,
        String dataset,
        long passed,
        long failed,
        Optional<String> error,
        Optional<FilesRead> read) {

    public ExpectationCount {
        requireNonNull(name, "name");
        requireNonNull(dataset, "dataset");
        requireNonNull(error, "error");
        requireNonNull(read, "read");
    }

    /** A rule that looks at the rows alone. */
    public ExpectationCount(
            String name, String dataset, long passed, long failed, Optional<String> error) {
        this(name, dataset, passed, failed, error, Optional.empty());
    }

    /** A rule of the flow's target. */
    public ExpectationCount(String name, long passed, long failed) {
        this(name, "", passed, failed, Optional.empty());
    }
}
