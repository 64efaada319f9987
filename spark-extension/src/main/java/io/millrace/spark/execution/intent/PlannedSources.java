/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.catalyst.QuerySource;
import java.util.List;
import java.util.Locale;

/** How the state calls what flows read. */
public final class PlannedSources {

    private static final String TABLE = "table ";

    private PlannedSources() {}

    /** Sources in the order of the query. */
    public static List<String> of(List<QuerySource> sources) {
        return sources.stream().map(PlannedSources::of).toList();
    }

    /** One source: its kind, and its name in the form in which names are compared. */
    public static String of(QuerySource source) {
        if (source instanceof QuerySource.Table table) {
            return table.dataset()
                    .map(PlannedSources::table)
                    .orElseGet(() -> TABLE + table.name().toLowerCase(Locale.ROOT));
        }
        if (source instanceof QuerySource.Function function) {
            return "function " + function.function().name();
        }
        return "other " + ((QuerySource.Other) source).name();
    }

    static String table(DatasetName dataset) {
        return TABLE + dataset.key();
    }

    /** For users. */
    public static String words(String source) {
        String name = source.substring(source.indexOf(' ') + 1);
        return "`" + name + "`";
    }
}
