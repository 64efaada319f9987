/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A column selection of an AUTO CDC flow. */
public record Columns(SelectionKind kind, List<String> names) {

    public Columns {
        requireNonNull(kind, "kind");
        names = List.copyOf(names);
    }
}
