/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.source.PositionMap;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.SourceLocation;
import io.millrace.spark.function.TableFunctionException;
import io.millrace.spark.problem.Causes;
import io.millrace.spark.problem.LinkageErrors;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.catalyst.trees.SQLQueryContext;

/** Turns what Spark throws about a query into our exception with the place in the user's file. */
public final class SqlErrors {

    private SqlErrors() {}

    /**
     * The exception for the user.
     *
     * @param text the query; places without a text of their own are in it
     * @param others texts of views that were built into the query
     */
    public static QueryException translate(
            Throwable error, SqlText text, Collection<SqlText> others) {
        Optional<QueryException> missing = missingClass(error, text, others);
        if (missing.isPresent()) {
            return missing.get();
        }
        Optional<QueryException> unreadable = UnreadableFiles.explain(error);
        if (unreadable.isPresent()) {
            return unreadable.get();
        }
        Throwable known = knownCause(error);
        if (known instanceof QueryException query) {
            return query;
        }
        Optional<QueryException> raised = RaisedErrors.explain(known);
        if (raised.isPresent()) {
            return raised.get();
        }
        if (known instanceof TableFunctionException function) {
            return new QueryException(
                    function.condition(),
                    function.getMessage(),
                    Optional.empty(),
                    Optional.empty(),
                    error);
        }
        if (known instanceof SparkThrowable spark) {
            String condition =
                    Optional.ofNullable(spark.getCondition())
                            .orElse(RunErrorCode.MILLRACE_INTERNAL_ERROR.name());
            String message = message(known);
            Optional<QueryException> refused = StreamingLimits.explain(condition, message);
            if (refused.isPresent()) {
                return refused.get();
            }
            return new QueryException(
                    condition,
                    message,
                    StreamingLimits.hint(condition, message)
                            .or(() -> LinkageErrors.hint(condition)),
                    location(known, text, others),
                    error);
        }
        return new QueryException(
                RunErrorCode.MILLRACE_INTERNAL_ERROR.name(),
                message(known),
                Optional.empty(),
                Optional.empty(),
                error);
    }

    /** The place is that of the part of the query that Spark was at. */
    private static Optional<QueryException> missingClass(
            Throwable error, SqlText text, Collection<SqlText> others) {
        Map<String, String> settings = Sessions.running().map(Sessions::settings).orElse(Map.of());
        Optional<QueryException> missing = LinkageErrors.explain(error, settings);
        return missing.map(
                told ->
                        Causes.of(error).stream()
                                .flatMap(t -> location(t, text, others).stream())
                                .findFirst()
                                .map(told::at)
                                .orElse(told));
    }

    /**
     * The cause that says most: ours, or else the innermost that Spark gave a condition. A
     * function's error that has been put into a query's has its place there.
     */
    private static Throwable knownCause(Throwable error) {
        Throwable best = null;
        for (Throwable t : Causes.of(error)) {
            boolean says =
                    t instanceof QueryException
                            || (t instanceof TableFunctionException
                                    && !(best instanceof QueryException))
                            || (t instanceof SparkThrowable spark
                                    && spark.getCondition() != null
                                    && !isWrapper(spark.getCondition()));
            if (says) {
                best = t;
            }
            if (t instanceof QueryException) {
                // It was made for the user from what it carries.
                break;
            }
        }
        return best != null ? best : Causes.innermost(error);
    }

    static boolean isWrapper(String condition) {
        return condition.equals("STREAM_FAILED")
                || condition.equals("TASK_WRITE_FAILED")
                || condition.startsWith("FAILED_READ_FILE")
                || condition.equals("FAILED_JDBC");
    }

    /** Where an expression is at fault: in the part that Spark names, else as a whole. */
    public static SourceLocation place(Throwable error, SqlText expression) {
        return location(error, expression, List.of()).orElseGet(() -> whole(expression));
    }

    /** Where an expression stands. */
    public static SourceLocation whole(SqlText expression) {
        String text = expression.text();
        return locate(expression, 0, Math.max(0, text.codePointCount(0, text.length()) - 1));
    }

    /** The text without condition in front, SQLSTATE, query excerpt and plan behind. */
    public static String message(Throwable error) {
        String full =
                error instanceof AnalysisException analysis
                        ? analysis.getSimpleMessage()
                        : error.getMessage();
        if (full == null || full.isBlank()) {
            return error.getClass().getSimpleName();
        }
        String text = full;
        if (text.startsWith("[") && text.indexOf("] ") > 0) {
            text = text.substring(text.indexOf("] ") + 2);
        }
        int excerpt = text.indexOf("\n== SQL");
        if (excerpt >= 0) {
            text = text.substring(0, excerpt);
        }
        int dataframe = text.indexOf("\n== DataFrame ==");
        if (dataframe >= 0) {
            text = text.substring(0, dataframe);
        }
        for (String state : List.of(" SQLSTATE: ", "\nSQLSTATE: ")) {
            int found = text.indexOf(state);
            text = found >= 0 ? text.substring(0, found) : text;
        }
        int place = text.indexOf("; line ");
        if (place > 0) {
            text = text.substring(0, place);
        }
        int plan = text.indexOf(";\n'");
        if (plan > 0) {
            text = text.substring(0, plan);
        }
        return MetricReads.withoutStructs(text.strip());
    }

    private static Optional<SourceLocation> location(
            Throwable error, SqlText text, Collection<SqlText> others) {
        if (error instanceof ParseException parse) {
            return origin(parse.start(), text, others);
        }
        if (error instanceof SparkThrowable spark && spark.getQueryContext() != null) {
            for (QueryContext context : spark.getQueryContext()) {
                if (context instanceof SQLQueryContext sql
                        && sql.originStartIndex().isDefined()
                        && sql.originStopIndex().isDefined()) {
                    return Optional.of(
                            locate(
                                    find(ScalaInterop.optional(sql.sqlText()), text, others),
                                    (Integer) sql.originStartIndex().get(),
                                    (Integer) sql.originStopIndex().get()));
                }
            }
        }
        if (error instanceof AnalysisException analysis) {
            return origin(analysis.origin(), text, others);
        }
        return Optional.empty();
    }

    static Optional<SourceLocation> origin(Origin origin, SqlText text) {
        return origin(origin, text, List.of());
    }

    static Optional<SourceLocation> origin(
            Origin origin, SqlText text, Collection<SqlText> others) {
        SqlText found = find(ScalaInterop.optional(origin.sqlText()), text, others);
        if (origin.startIndex().isDefined() && origin.stopIndex().isDefined()) {
            return Optional.of(
                    locate(
                            found,
                            (Integer) origin.startIndex().get(),
                            (Integer) origin.stopIndex().get()));
        }
        if (origin.line().isDefined() && origin.startPosition().isDefined()) {
            int start = 0;
            for (int line = 1; line < (Integer) origin.line().get(); line++) {
                int end = found.text().indexOf('\n', start);
                start = end < 0 ? start : end + 1;
            }
            int offset =
                    Math.min(
                            start + (Integer) origin.startPosition().get(),
                            Math.max(0, found.text().length() - 1));
            return Optional.of(locate(found, offset, offset));
        }
        return Optional.empty();
    }

    private static SqlText find(Optional<String> sql, SqlText text, Collection<SqlText> others) {
        if (sql.isEmpty() || sql.get().equals(text.text())) {
            return text;
        }
        return others.stream()
                .filter(other -> other.text().equals(sql.get()))
                .findFirst()
                .orElse(text);
    }

    /** Spark counts code points; both ends are inclusive. */
    static SourceLocation locate(SqlText text, int startCodePoint, int stopCodePoint) {
        int start = utf16(text.text(), startCodePoint);
        int stop = utf16(text.text(), stopCodePoint);
        PositionMap positions = text.positions();
        int originalStart = positions.toOriginal(start);
        int originalEnd = positions.toOriginalEnd(stop + 1);
        return new SourceLocation(
                text.file(), originalStart, Math.max(originalStart + 1, originalEnd));
    }

    private static int utf16(String text, int codePoint) {
        int count = text.codePointCount(0, text.length());
        return text.offsetByCodePoints(0, Math.max(0, Math.min(codePoint, count)));
    }
}
