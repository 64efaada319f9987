/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import java.util.Map;

/**
 * Whether upper and lower case make another column: where clauses and expressions name columns of
 * rows, Spark's setting decides. The columns of one table never differ by case alone, so that rows
 * find the columns of their table whatever the setting.
 */
public final class LetterCase {

    /** Spark's setting. */
    public static final String SETTING = "spark.sql.caseSensitive";

    private LetterCase() {}

    /** Whether the case of a name counts under these settings. */
    public static boolean counts(Map<String, String> settings) {
        return Boolean.parseBoolean(settings.getOrDefault(SETTING, "").strip());
    }
}
