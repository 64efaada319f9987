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
 */
public record QueryOutput(List<OutputColumn> columns, boolean complete) {

    public QueryOutput {
        columns = List.copyOf(columns);
    }

    static QueryOutput unknown() {
        return new QueryOutput(List.of(), false);
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
