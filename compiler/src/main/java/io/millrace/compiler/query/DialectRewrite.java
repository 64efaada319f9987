/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import io.millrace.compiler.token.TextEdits;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the forms that Spark's parser lacks or misreads in Spark's own words, token by token:
 *
 * <ul>
 *   <li>{@code FROM stream AS s} reads a table called stream; Spark would read one called AS.
 *   <li>Clauses behind {@code STREAM t} come in any order; Spark wants one.
 *   <li>Options behind {@code STREAM read_files(...)} become arguments of the function.
 *   <li>An option without a value is true.
 *   <li>{@code STREAM IDENTIFIER('a' || '.b')} takes one string only.
 * </ul>
 */
final class DialectRewrite {

    /** What can stand right before a relation. */
    private static final Set<String> BEFORE_RELATION = Set.of("FROM", "JOIN", "LATERAL", "TABLE");

    /** Words after a table's name that go on with the query, whatever follows them. */
    private static final Set<String> AFTER_RELATION =
            Set.of(
                    "ANTI",
                    "AS",
                    "CROSS",
                    "EXCEPT",
                    "FULL",
                    "HAVING",
                    "INNER",
                    "INTERSECT",
                    "JOIN",
                    "LATERAL",
                    "LEFT",
                    "MINUS",
                    "NATURAL",
                    "ON",
                    "PIVOT",
                    "QUALIFY",
                    "RIGHT",
                    "SEMI",
                    "SETMINUS",
                    "TABLESAMPLE",
                    "UNION",
                    "UNPIVOT",
                    "USING",
                    "WHERE");

    private final List<SqlToken> tokens;
    private final TextEdits edits;

    private DialectRewrite(String text) {
        this.tokens = SqlScanner.scan(text);
        this.edits = new TextEdits(text);
    }

    /** The text of a span as it has to be parsed. */
    static RewrittenSql beforeParsing(SourceSpan span) {
        DialectRewrite rewrite = new DialectRewrite(span.text());
        PositionMap shift = PositionMap.shift(span.start());
        rewrite.run();
        if (rewrite.edits.isEmpty()) {
            return new RewrittenSql(span.text(), shift);
        }
        TextEdits.Result result = rewrite.edits.apply();
        return new RewrittenSql(result.text(), shift.andThen(result.positions()));
    }

    private void run() {
        int i = 0;
        while (i < tokens.size()) {
            if (tokens.get(i).isWord("STREAM") && isRelationPlace(i)) {
                i = stream(i);
            } else if (tokens.get(i).isWord("WITH") && is(i + 1, "(")) {
                i = options(i);
            } else {
                i++;
            }
        }
    }

    private boolean isRelationPlace(int index) {
        if (index == 0) {
            return false;
        }
        SqlToken before = tokens.get(index - 1);
        if (before.kind() == Kind.WORD) {
            return BEFORE_RELATION.contains(before.slice().toUpperCase(Locale.ROOT));
        }
        return before.isSymbol(",") || before.isSymbol("(");
    }

    /** Returns the index behind what was looked at. */
    private int stream(int index) {
        if (goesOn(index + 1)) {
            SqlToken name = tokens.get(index);
            edits.insert(name.start(), "`");
            edits.insert(name.end(), "`");
            return index + 1;
        }
        foldIdentifier(is(index + 1, "(") ? index + 2 : index + 1);
        StreamRelation relation = StreamRelation.read(tokens, index);
        if (relation == null) {
            return index + 1;
        }
        relation.rewrite(edits);
        return relation.next();
    }

    /** Whether the query goes on at a token, so that the word before it was a table's name. */
    private boolean goesOn(int index) {
        if (index >= tokens.size() || tokens.get(index).kind() != Kind.WORD) {
            return false;
        }
        String word = tokens.get(index).slice().toUpperCase(Locale.ROOT);
        if (AFTER_RELATION.contains(word)) {
            return !is(index + 1, ".");
        }
        return switch (word) {
            case "CLUSTER", "DISTRIBUTE", "GROUP", "ORDER", "SORT" -> isWord(index + 1, "BY");
            case "FOR" ->
                    isWord(index + 1, "VERSION")
                            || isWord(index + 1, "TIMESTAMP")
                            || isWord(index + 1, "SYSTEM_VERSION")
                            || isWord(index + 1, "SYSTEM_TIME");
            case "LIMIT", "OFFSET" ->
                    index + 1 < tokens.size()
                            && (tokens.get(index + 1).kind() == Kind.NUMBER
                                    || isWord(index + 1, "ALL"));
            case "TIMESTAMP", "VERSION" -> isWord(index + 1, "AS") && isWord(index + 2, "OF");
            case "WATERMARK" -> hasDelay(index);
            case "WINDOW" -> isWord(index + 2, "AS") && is(index + 3, "(");
            case "WITH" -> is(index + 1, "(");
            default -> false;
        };
    }

    /** Whether {@code DELAY OF} follows before the next clause can begin. */
    private boolean hasDelay(int index) {
        for (int i = index + 1; i < tokens.size() && i < index + 40; i++) {
            if (isWord(i, "DELAY") && isWord(i + 1, "OF")) {
                return true;
            }
            if (isWord(i, "WHERE") || isWord(i, "JOIN") || isWord(i, "WATERMARK")) {
                return false;
            }
        }
        return false;
    }

    /** Joins the strings of {@code IDENTIFIER('a' || '.b')}. */
    private void foldIdentifier(int index) {
        if (!isWord(index, "IDENTIFIER") || !is(index + 1, "(")) {
            return;
        }
        int i = index + 2;
        StringBuilder value = new StringBuilder();
        while (i < tokens.size() && tokens.get(i).kind() == Kind.STRING) {
            value.append(Constants.unescape(tokens.get(i).slice()));
            i++;
            if (!is(i, "||")) {
                break;
            }
            i++;
        }
        if (i > index + 3 && is(i, ")")) {
            edits.replace(
                    tokens.get(index + 2).start(),
                    tokens.get(i - 1).end(),
                    Quoted.string(value.toString()));
        }
    }

    /** Completes options without a value behind a relation that is read as a batch. */
    private int options(int index) {
        StreamOptions options = StreamOptions.read(tokens, index);
        if (options == null) {
            return index + 1;
        }
        options.complete(edits);
        return options.next();
    }

    private boolean is(int index, String symbol) {
        return index < tokens.size() && tokens.get(index).isSymbol(symbol);
    }

    private boolean isWord(int index, String word) {
        return index < tokens.size() && tokens.get(index).isWord(word);
    }
}
