/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.Locale;
import java.util.Optional;

/**
 * The common table expressions that a place in a query can name, innermost first. Immutable: an
 * inner scope holds its outer one.
 */
final class CteScope {

    static final CteScope EMPTY = new CteScope(null, "", null);

    private final CteScope outer;
    private final String name;
    private final QueryBlock block;

    private CteScope(CteScope outer, String name, QueryBlock block) {
        this.outer = outer;
        this.name = name;
        this.block = block;
    }

    CteScope with(String newName, QueryBlock newBlock) {
        return new CteScope(this, newName.toLowerCase(Locale.ROOT), newBlock);
    }

    /** The block that an unqualified name means here; names compare without regard to case. */
    Optional<QueryBlock> find(String wanted) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        for (CteScope scope = this; scope != EMPTY; scope = scope.outer) {
            if (scope.name.equals(lower)) {
                return Optional.of(scope.block);
            }
        }
        return Optional.empty();
    }
}
