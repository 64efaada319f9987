/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.StatementStart;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser;

/** Says in the user's words what is wrong at a token. */
final class SyntaxProblems {

    private static final int MOST_EXPECTED = 5;

    private static final Pattern NAME_IN_BRACES = Pattern.compile("\\{\\s*([\\w.]+)\\s*\\}");

    /** Words that are mistyped often enough to be taken for aliases. */
    private static final List<String> CLAUSES =
            List.of(
                    "FROM",
                    "WHERE",
                    "GROUP",
                    "ORDER",
                    "HAVING",
                    "JOIN",
                    "SELECT",
                    "UNION",
                    "LIMIT",
                    "QUALIFY",
                    "LATERAL",
                    "WATERMARK",
                    "STREAM",
                    "DISTINCT",
                    "INNER");

    private SyntaxProblems() {}

    /**
     * The diagnostic for a syntax error.
     *
     * @param what the text as a whole: query, expression, type
     */
    static Diagnostic describe(SparkSql.Problem problem, Positions positions, String what) {
        SourceSpan span = positions.span(problem.token());
        if (problem.exhausted()) {
            return Diagnostic.of(
                    ErrorCode.MILLRACE_NESTING_TOO_DEEP, span, "the " + what + " around here");
        }
        Optional<Diagnostic> missing = missingSemicolon(positions.whole(), span);
        if (missing.isPresent()) {
            return missing.get();
        }
        Diagnostic diagnostic =
                Diagnostic.of(ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR, span, message(problem, what));
        if (problem.token().getText().equals("{")) {
            return diagnostic.withHint(braces(span));
        }
        return hint(problem).map(diagnostic::withHint).orElse(diagnostic);
    }

    /** The next statement has begun before the place at which the text stopped to make sense. */
    private static Optional<Diagnostic> missingSemicolon(SourceSpan whole, SourceSpan problem) {
        return StatementStart.inside(whole.text())
                .map(
                        next ->
                                whole.file()
                                        .span(
                                                whole.start() + next.start(),
                                                whole.start() + next.end()))
                .filter(next -> next.start() <= problem.start())
                .map(
                        next ->
                                Diagnostic.of(
                                                ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                                next,
                                                StatementStart.problem(next.text()))
                                        .withHint(StatementStart.hint()));
    }

    private static String braces(SourceSpan brace) {
        String behind = brace.file().text().substring(brace.start());
        Matcher name = NAME_IN_BRACES.matcher(behind);
        return name.lookingAt()
                ? "write ${" + name.group(1) + "}: braces alone are no part of SQL"
                : "templates in braces are not SQL: use ${key} or :name";
    }

    private static String message(SparkSql.Problem problem, String what) {
        String expected = expected(problem.expected());
        if (problem.token().getType() == Token.EOF) {
            String after =
                    problem.before() == null ? "" : " after `" + problem.before().getText() + "`";
            return "the " + what + " ends too early" + after + expected;
        }
        return "`" + problem.token().getText() + "` does not fit here" + expected;
    }

    /** {@code : expected x or y} when there are few, else nothing. */
    private static String expected(IntervalSet tokens) {
        Set<String> words = new TreeSet<>();
        for (int type : tokens.toArray()) {
            if (type != Token.EOF && type != SqlBaseLexer.SEMICOLON) {
                String literal = SqlBaseParser.VOCABULARY.getLiteralName(type);
                words.add(
                        literal == null
                                ? "<" + symbol(type) + ">"
                                : "`" + literal.substring(1, literal.length() - 1) + "`");
            }
        }
        if (words.isEmpty() || words.size() > MOST_EXPECTED) {
            return "";
        }
        return "; expected " + String.join(" or ", words);
    }

    private static String symbol(int type) {
        return SqlBaseParser.VOCABULARY
                .getDisplayName(type)
                .toLowerCase(Locale.ROOT)
                .replace('_', ' ');
    }

    private static Optional<String> hint(SparkSql.Problem problem) {
        Token token = problem.token();
        Token before = problem.before();
        if (before != null && before.getText().equals(",")) {
            return Optional.of("remove the comma before it, or add what is missing between");
        }
        Optional<String> mistyped = before == null ? Optional.empty() : mistyped(before);
        return mistyped.isPresent() ? mistyped : mistyped(token);
    }

    private static Optional<String> mistyped(Token token) {
        String word = token.getText();
        if (word.length() < 3 || token.getType() != SqlBaseLexer.IDENTIFIER) {
            return Optional.empty();
        }
        return NearestName.of(word, CLAUSES)
                .map(near -> "did you mean " + near + " instead of " + word + "?");
    }
}
