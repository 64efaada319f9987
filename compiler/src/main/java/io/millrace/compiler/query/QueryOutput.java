/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a query's result, as far as they can be told without a catalog.
 *
 * @param columns in order; those that a {@code *} stands for are missing
 * @param complete whether these are all columns
 * @param relations what the relations of the FROM clause are called there: their aliases, or the
 *     last parts of their names
 */
public record QueryOutput(List<OutputColumn> columns, boolean complete, List<String> relations) {

    public QueryOutput {
        columns = List.copyOf(columns);
        relations = List.copyOf(relations);
    }

    static QueryOutput unknown() {
        return new QueryOutput(List.of(), false, List.of());
    }

    /**
     * Whether {@code relation.column} is a column of the result under the same name: it is selected
     * by itself, or a {@code *} may bring it.
     */
    public boolean passes(String relation, String column) {
        boolean known = relations.stream().anyMatch(relation::equalsIgnoreCase);
        // A column of the relation's name has fields that may be meant.
        if (!known || !named(relation).isEmpty()) {
            return false;
        }
        List<OutputColumn> sameName = named(column);
        if (sameName.isEmpty()) {
            return !complete;
        }
        return sameName.stream().allMatch(output -> isFrom(output.source(), relation, column));
    }

    private List<OutputColumn> named(String name) {
        return columns.stream()
                .filter(output -> output.name().filter(name::equalsIgnoreCase).isPresent())
                .toList();
    }

    private static boolean isFrom(List<String> source, String relation, String column) {
        boolean bare = source.size() == 1 && source.get(0).equalsIgnoreCase(column);
        return bare
                || (source.size() == 2
                        && source.get(0).equalsIgnoreCase(relation)
                        && source.get(1).equalsIgnoreCase(column));
    }

    /** Columns whose name, without regard to case, an earlier column has too. */
    public List<OutputColumn> duplicates() {
        Map<String, OutputColumn> first = new LinkedHashMap<>();
        List<OutputColumn> result = new ArrayList<>();
        for (OutputColumn column : columns) {
            if (column.name().isPresent()
                    && first.putIfAbsent(column.name().get().toLowerCase(Locale.ROOT), column)
                            != null) {
                result.add(column);
            }
        }
        return result;
    }

    /** Expressions without a name of their own. */
    public List<OutputColumn> unnamed() {
        return columns.stream().filter(column -> column.name().isEmpty()).toList();
    }
}
