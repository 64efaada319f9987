/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.token;

import java.util.List;
import java.util.stream.Collectors;

/** Names and strings as SQL that Spark reads back as they are. */
public final class Quoted {

    private Quoted() {}

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
