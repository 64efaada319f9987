/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.files.ReadFiles;
import io.millrace.spark.kafka.ReadKafka;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The table functions that queries may call besides Spark's own; immutable. */
public final class TableFunctions {

    private static final TableFunctions STANDARD =
            new TableFunctions(
                    List.of(
                            new ReadFiles(ReadFiles.NAME),
                            new ReadFiles(ReadFiles.OLD_NAME),
                            new EventLogFunction(),
                            new ReadKafka()));

    private final Map<String, TableFunction> byName;

    public TableFunctions(Collection<? extends TableFunction> functions) {
        byName = new TreeMap<>();
        functions.forEach(function -> byName.put(function.name(), function));
    }

    /** Those that come with Millrace. */
    public static TableFunctions standard() {
        return STANDARD;
    }

    /** The same with another function in the place of the one of its name. */
    public TableFunctions with(TableFunction function) {
        Map<String, TableFunction> all = new TreeMap<>(byName);
        all.put(function.name(), function);
        return new TableFunctions(all.values());
    }

    public Collection<TableFunction> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    /** Letter case does not matter. */
    public Optional<TableFunction> find(String name) {
        return Optional.ofNullable(byName.get(name.toLowerCase(Locale.ROOT)));
    }
}
