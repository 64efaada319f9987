/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.Columns;
import io.millrace.compiler.graph.LetterCase;
import io.millrace.compiler.graph.Place;
import io.millrace.compiler.graph.SelectionKind;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Looks up the columns that the clauses of a flow name; an unknown one is an error. */
final class ColumnChoice {

    private final List<String> known;
    private final String relation;
    private final Map<String, Place> places;
    private final Optional<Set<String>> spellings;

    /**
     * @param relation how messages call what the columns belong to
     * @param places where the clauses name columns
     * @param spellings the names that may be written, where their case counts
     */
    ColumnChoice(
            List<String> known,
            String relation,
            Map<String, Place> places,
            Optional<Set<String>> spellings) {
        this.places = places;
        this.known = known;
        this.relation = relation;
        this.spellings = spellings;
    }

    /** Whether the case of names counts in the session of a source, as it does in its queries. */
    static boolean caseCounts(Dataset<Row> source) {
        return LetterCase.counts(
                Map.of(LetterCase.SETTING, source.sparkSession().conf().get(LetterCase.SETTING)));
    }

    /** The known spelling of a name. */
    String find(String name) {
        for (String candidate : known) {
            if (candidate.equalsIgnoreCase(name)
                    && spellings.filter(all -> !all.contains(name)).isEmpty()) {
                return candidate;
            }
        }
        String hint =
                known.stream()
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .or(() -> NearestName.of(name, known))
                        .map(nearest -> "did you mean " + Quoted.name(nearest) + "?")
                        .orElse("its columns are " + Quoted.list(known));
        QueryException error =
                CdcError.of(RunErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN, hint, name, relation);
        Place place = places.get(name.toLowerCase(Locale.ROOT));
        throw place == null ? error : error.at(place);
    }

    /** The chosen columns in the order in which they are known. */
    Set<String> choose(Columns columns) {
        Set<String> named = new LinkedHashSet<>();
        columns.names().forEach(name -> named.add(find(name)));
        Set<String> chosen = new LinkedHashSet<>();
        for (String column : known) {
            boolean isNamed = named.contains(column);
            boolean isChosen =
                    switch (columns.kind()) {
                        case ALL -> true;
                        case ALL_EXCEPT -> !isNamed;
                        case LIST -> isNamed;
                    };
            if (isChosen) {
                chosen.add(column);
            }
        }
        return chosen;
    }

    /** The selection in one spelling, to compare it with that of another update. */
    static String text(Columns columns) {
        List<String> names = new ArrayList<>(columns.names());
        String list =
                names.stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .sorted()
                        .collect(Collectors.joining(", "));
        return columns.kind() == SelectionKind.ALL
                ? "*"
                : (columns.kind() == SelectionKind.ALL_EXCEPT ? "* EXCEPT (" : "(") + list + ")";
    }
}
