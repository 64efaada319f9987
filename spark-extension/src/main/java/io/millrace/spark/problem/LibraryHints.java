/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import java.security.CodeSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How to add a library, and where one comes from that is there. */
public final class LibraryHints {

    private static final Pattern METHOD = Pattern.compile("([\\w$]+(?:\\.[\\w$]+)+)\\.[\\w$<>]+");

    private LibraryHints() {}

    /**
     * What to do about a class that is not there.
     *
     * @param coordinates of the library, where they are known
     */
    public static String add(Optional<String> coordinates) {
        return coordinates
                .map(
                        known ->
                                "add %s and what it depends on: with --packages %s or --jars under spark-submit, spark-sql and pyspark, or its jars in MILLRACE_CLASSPATH for bin/millrace"
                                        .formatted(known, known))
                .orElse(
                        "add the jar that has it: with --packages or --jars under spark-submit, spark-sql and pyspark, or in MILLRACE_CLASSPATH for bin/millrace");
    }

    /** The jar of the class whose method or field is named. */
    static Optional<String> jarOf(String member) {
        Matcher matcher = METHOD.matcher(member.replaceFirst("\\(.*", "").replaceFirst(".* ", ""));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            Class<?> found = Class.forName(matcher.group(1), false, loader);
            CodeSource source = found.getProtectionDomain().getCodeSource();
            return source == null
                    ? Optional.empty()
                    : Optional.of(source.getLocation().getPath().replaceFirst(".*/(?=.)", ""));
        } catch (ClassNotFoundException | LinkageError | SecurityException e) {
            // It is only a help to those who look for the jar.
            return Optional.empty();
        }
    }
}
