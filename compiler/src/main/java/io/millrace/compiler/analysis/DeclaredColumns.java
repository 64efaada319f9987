/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.NearestName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The columns of a dataset as far as its statement lists them. */
final class DeclaredColumns {

    private static final int MOST_SHOWN = 8;

    private final List<String> names;
    private final Set<String> folded = new HashSet<>();

    private DeclaredColumns(List<String> names) {
        this.names = List.copyOf(names);
        names.forEach(name -> folded.add(Names.fold(name)));
    }

    static DeclaredColumns of(DatasetDeclaration dataset) {
        List<String> names = new ArrayList<>();
        for (ColumnDefinition column : dataset.columns()) {
            names.add(column.name().value());
        }
        return new DeclaredColumns(names);
    }

    static DeclaredColumns of(List<String> names) {
        return new DeclaredColumns(names);
    }

    /** Whether there is a list at all; a list holds every column. */
    boolean areKnown() {
        return !names.isEmpty();
    }

    boolean contains(String name) {
        return folded.contains(Names.fold(name));
    }

    List<String> names() {
        return names;
    }

    /** Adds what the user may have meant: the nearest column, or the columns there are. */
    Diagnostic suggest(Diagnostic diagnostic, String name) {
        Optional<String> nearest = NearestName.of(name, names);
        if (nearest.isPresent()) {
            return diagnostic.withHint("did you mean `" + nearest.get() + "`?");
        }
        String more = names.size() > MOST_SHOWN ? ", ..." : "";
        return diagnostic.withHint(
                "the columns are "
                        + String.join(", ", names.subList(0, Math.min(MOST_SHOWN, names.size())))
                        + more);
    }
}
