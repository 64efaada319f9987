/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a stream does when files come that have more than the columns that it knows. */
public enum EvolutionMode {
    ADD_NEW_COLUMNS("addNewColumns"),
    ADD_NEW_COLUMNS_WITH_TYPE_WIDENING("addNewColumnsWithTypeWidening"),
    RESCUE("rescue"),
    FAIL_ON_NEW_COLUMNS("failOnNewColumns"),
    NONE("none");

    private final String key;

    EvolutionMode(String key) {
        this.key = key;
    }

    /** The value as users write it. */
    public String key() {
        return key;
    }

    /** Whether new files are looked through for new columns before they are read. */
    public boolean looksForColumns() {
        return addsColumns() || this == FAIL_ON_NEW_COLUMNS;
    }

    public boolean addsColumns() {
        return this == ADD_NEW_COLUMNS || this == ADD_NEW_COLUMNS_WITH_TYPE_WIDENING;
    }

    public static Optional<EvolutionMode> named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(mode -> mode.key.toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst();
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(EvolutionMode::key).toList();
    }
}
