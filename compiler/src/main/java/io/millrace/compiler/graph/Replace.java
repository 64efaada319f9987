/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** The clauses of a replace flow: a predicate, or keys with a sequence. */
public record Replace(Optional<SqlText> where, List<String> keys, Optional<String> sequence) {

    public Replace {
        requireNonNull(where, "where");
        requireNonNull(sequence, "sequence");
        keys = List.copyOf(keys);
    }
}
