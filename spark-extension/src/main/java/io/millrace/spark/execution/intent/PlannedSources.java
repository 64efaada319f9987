/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.intent;

import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.PlannedQuery;
import java.util.List;

/** The streams that flows read, as the state knows them and as users do. */
public final class PlannedSources {

    private PlannedSources() {}

    /** The streams of a query, by their numbers in a checkpoint. */
    public static List<KeptSource> of(PlannedQuery query) {
        return query.streamingSources().stream().map(KeptSource::of).toList();
    }

    /** For users. */
    public static String words(KeptSource source) {
        String name = source.name().substring(source.name().indexOf(' ') + 1);
        return source.place().isEmpty()
                ? "`" + name + "`"
                : "`%s` of `%s`".formatted(name, source.place());
    }
}
