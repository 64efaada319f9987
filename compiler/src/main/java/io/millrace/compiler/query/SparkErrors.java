/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkThrowable;

/** Puts what Spark throws while it builds a tree into the user's file and words. */
final class SparkErrors {

    private SparkErrors() {}

    /**
     * Runs a piece of work; an error of Spark's becomes a result made of one diagnostic.
     *
     * @param suspect where it happened if Spark does not say
     */
    static <T> T guard(
            Positions positions,
            SourceSpan suspect,
            Supplier<T> work,
            Function<Diagnostic, T> failed) {
        try {
            return work.get();
        } catch (Exception e) {
            // Spark's parse errors are checked exceptions that Scala throws undeclared.
            if (e instanceof SparkThrowable spark) {
                return failed.apply(describe(spark, e, positions, suspect));
            }
            throw e instanceof RuntimeException unchecked
                    ? unchecked
                    : new IllegalStateException(e);
        }
    }

    private static Diagnostic describe(
            SparkThrowable spark, Exception e, Positions positions, SourceSpan suspect) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                        place(spark, positions, suspect),
                        message(e.getMessage()));
        String condition = spark.getCondition();
        return condition == null ? diagnostic : diagnostic.withHint("Spark calls it " + condition);
    }

    /** Spark says where it happened in code points of the text. */
    private static SourceSpan place(SparkThrowable spark, Positions positions, SourceSpan suspect) {
        QueryContext[] contexts = spark.getQueryContext();
        if (contexts == null || contexts.length == 0 || contexts[0].startIndex() < 0) {
            return suspect;
        }
        return positions.span(
                positions.utf16(contexts[0].startIndex()),
                positions.utf16(contexts[0].stopIndex() + 1));
    }

    /** The sentence between the name of the condition and the SQLSTATE, and no text after it. */
    static String message(String text) {
        String result = text == null ? "" : text.strip();
        if (result.startsWith("[")) {
            int end = result.indexOf("] ");
            result = end < 0 ? result : result.substring(end + 2);
        }
        for (String mark : new String[] {" SQLSTATE:", "\n== SQL", " (line ", "\n"}) {
            int at = result.indexOf(mark);
            if (at > 0) {
                result = result.substring(0, at);
            }
        }
        result = result.strip();
        return result.endsWith(".") ? result.substring(0, result.length() - 1) : result;
    }
}
