/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names and strings as SQL that Spark reads back as they are. */
public final class Quoted {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /**
     * Words that are no names without back-ticks: the reserved ones of Spark's ANSI mode, and those
     * that could be taken for a part of a statement in the place of a name.
     */
    private static final Set<String> WORDS =
            Set.of(
                    ("ALL AND ANTI ANY AS AUTHORIZATION BOTH BY CASE CAST CHECK COLLATE COLUMN CONSTRAINT"
                                    + " CREATE CROSS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP"
                                    + " CURRENT_USER DISTINCT ELSE END ESCAPE EXCEPT EXECUTE FALSE FETCH"
                                    + " FILTER FOR FOREIGN FROM FULL GRANT GROUP HAVING IDENTIFIER IN"
                                    + " INNER INTERSECT INTO IS JOIN KEYS LATERAL LEADING LEFT MINUS"
                                    + " NATURAL NOT NULL OFFSET ON ONCE ONLY OR ORDER OUTER OVERLAPS"
                                    + " PERCENTILE_CONT PRIMARY REFERENCES REPLACE RIGHT SELECT SEMI"
                                    + " SESSION_USER SINK SOME STREAM TABLE THEN TIME TO TRAILING TRUE"
                                    + " UNION UNIQUE UNKNOWN USER USING VALUES WHEN WHERE WITH WITHIN")
                            .split(" "));

    private Quoted() {}

    /** A name of one part as a person writes it: in back-ticks only where it has to be. */
    public static String asNeeded(String name) {
        boolean plain =
                PLAIN.matcher(name).matches() && !WORDS.contains(name.toUpperCase(Locale.ROOT));
        return plain ? name : name(name);
    }

    /** The parts of a name, each in back-ticks where it has to be, joined by dots. */
    public static String asNeeded(List<String> parts) {
        return parts.stream().map(Quoted::asNeeded).collect(Collectors.joining("."));
    }

    /** Names of one part, as a list in SQL. */
    public static String list(Collection<String> names) {
        return names.stream().map(Quoted::asNeeded).collect(Collectors.joining(", "));
    }

    /**
     * A name in the middle of a sentence: in back-ticks as a whole, unless it would not be this
     * name in SQL then.
     */
    public static String inText(List<String> parts) {
        String needed = asNeeded(parts);
        return needed.indexOf('`') < 0 ? "`" + needed + "`" : needed;
    }

    /** A name of one part in back-ticks, whatever it holds. */
    public static String name(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** The parts of a name, each in back-ticks, joined by dots. */
    public static String name(List<String> parts) {
        return parts.stream().map(Quoted::name).collect(Collectors.joining("."));
    }

    /**
     * A string literal. Spark reads it as the string unless {@code
     * spark.sql.parser.escapedStringLiterals} is on, which takes backslashes for what they are.
     */
    public static String string(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
