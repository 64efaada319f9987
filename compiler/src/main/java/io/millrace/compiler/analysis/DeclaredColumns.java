/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.LetterCase;
import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The columns of a dataset as far as its statement lists them. */
final class DeclaredColumns {

    private static final int MOST_SHOWN = 8;

    private final List<String> names;
    private final Set<String> folded = new HashSet<>();
    private final boolean caseCounts;

    private DeclaredColumns(List<String> names, boolean caseCounts) {
        this.names = List.copyOf(names);
        this.caseCounts = caseCounts;
        names.forEach(name -> folded.add(Names.fold(name)));
    }

    static DeclaredColumns of(DatasetDeclaration dataset) {
        List<String> names = new ArrayList<>();
        for (ColumnDefinition column : dataset.columns()) {
            names.add(column.name().value());
        }
        return of(names, dataset.scope().settings());
    }

    /**
     * Columns that are not listed by the dataset itself.
     *
     * @param settings those under which they are named
     */
    static DeclaredColumns of(List<String> names, Map<String, String> settings) {
        return new DeclaredColumns(names, LetterCase.counts(settings));
    }

    /** Whether there is a list at all; a list holds every column. */
    boolean areKnown() {
        return !names.isEmpty();
    }

    /** Whether a clause or an expression that writes this name means one of them. */
    boolean contains(String name) {
        return caseCounts ? names.contains(name) : takes(name);
    }

    /** Whether values under this name go into one of them; a table does not look at case. */
    boolean takes(String name) {
        return folded.contains(Names.fold(name));
    }

    List<String> names() {
        return names;
    }

    /** Adds what the user may have meant: the nearest column, or the columns there are. */
    Diagnostic suggest(Diagnostic diagnostic, String name) {
        Optional<String> nearest =
                names.stream()
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .or(() -> NearestName.of(name, names));
        if (nearest.isPresent()) {
            return diagnostic.withHint("did you mean " + Quoted.name(nearest.get()) + "?");
        }
        String more = names.size() > MOST_SHOWN ? ", ..." : "";
        return diagnostic.withHint(
                "the columns are "
                        + Quoted.list(names.subList(0, Math.min(MOST_SHOWN, names.size())))
                        + more);
    }
}
