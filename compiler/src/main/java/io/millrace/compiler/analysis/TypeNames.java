/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of Spark's types, to tell what a wrong one meant. */
final class TypeNames {

    private static final Pattern NAME = Pattern.compile("(\\w+)\\s*(\\(.*\\))?", Pattern.DOTALL);

    private static final List<String> NAMES =
            List.of(
                    "ARRAY",
                    "BIGINT",
                    "BINARY",
                    "BOOLEAN",
                    "BYTE",
                    "CHAR",
                    "CHARACTER",
                    "DATE",
                    "DEC",
                    "DECIMAL",
                    "DOUBLE",
                    "FLOAT",
                    "GEOGRAPHY",
                    "GEOMETRY",
                    "INT",
                    "INTEGER",
                    "INTERVAL",
                    "LONG",
                    "MAP",
                    "NUMERIC",
                    "REAL",
                    "SHORT",
                    "SMALLINT",
                    "STRING",
                    "STRUCT",
                    "TIME",
                    "TIMESTAMP",
                    "TIMESTAMP_LTZ",
                    "TIMESTAMP_NTZ",
                    "TINYINT",
                    "VARCHAR",
                    "VARIANT",
                    "VOID");

    /** What other systems call a type. */
    private static final Map<String, String> ELSEWHERE =
            Map.ofEntries(
                    Map.entry("BOOL", "BOOLEAN"),
                    Map.entry("BYTEA", "BINARY"),
                    Map.entry("DATETIME", "TIMESTAMP"),
                    Map.entry("FLOAT64", "DOUBLE"),
                    Map.entry("INT64", "BIGINT"),
                    Map.entry("JSON", "VARIANT"),
                    Map.entry("JSONB", "VARIANT"),
                    Map.entry("NUMBER", "DECIMAL"),
                    Map.entry("TEXT", "STRING"),
                    Map.entry("TIMESTAMPTZ", "TIMESTAMP"),
                    Map.entry("UUID", "STRING"));

    private TypeNames() {}

    /** What to write instead of a type whose name Spark does not have; empty if it has it. */
    static Optional<String> hint(String type) {
        Matcher matcher = NAME.matcher(type.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String name = matcher.group(1).toUpperCase(Locale.ROOT);
        if (NAMES.contains(name)) {
            return Optional.empty();
        }
        return Optional.ofNullable(ELSEWHERE.get(name))
                .or(() -> NearestName.of(name, NAMES))
                .map(near -> "did you mean " + near + "?")
                .or(
                        () ->
                                Optional.of(
                                        "types are STRING, INT, BIGINT, DOUBLE, DECIMAL(10, 2),"
                                                + " BOOLEAN, DATE, TIMESTAMP and others of Spark"));
    }
}
