/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import io.millrace.compiler.token.TextEdits;
import io.millrace.compiler.token.TextEdits.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code STREAM t} or {@code STREAM f(...)} with the clauses behind it, as tokens. The dialect
 * takes the clauses in any order, Spark only in that of {@link Clause}.
 */
final class StreamRelation {

    /** Words that cannot be an alias without AS, because they begin what comes next. */
    private static final Set<String> NO_ALIAS =
            Set.of(
                    "ANTI",
                    "CLUSTER",
                    "CROSS",
                    "DISTRIBUTE",
                    "EXCEPT",
                    "FULL",
                    "GROUP",
                    "HAVING",
                    "INNER",
                    "INTERSECT",
                    "JOIN",
                    "LATERAL",
                    "LEFT",
                    "LIMIT",
                    "MINUS",
                    "NATURAL",
                    "OFFSET",
                    "ON",
                    "ORDER",
                    "PIVOT",
                    "QUALIFY",
                    "RIGHT",
                    "SELECT",
                    "SEMI",
                    "SETMINUS",
                    "SORT",
                    "TABLESAMPLE",
                    "UNION",
                    "UNPIVOT",
                    "USING",
                    "WHERE",
                    "WINDOW");

    private static final Set<String> INTERVAL_UNITS =
            Set.of(
                    "DAY",
                    "DAYS",
                    "HOUR",
                    "HOURS",
                    "MICROSECOND",
                    "MICROSECONDS",
                    "MILLISECOND",
                    "MILLISECONDS",
                    "MINUTE",
                    "MINUTES",
                    "MONTH",
                    "MONTHS",
                    "NANOSECOND",
                    "NANOSECONDS",
                    "SECOND",
                    "SECONDS",
                    "WEEK",
                    "WEEKS",
                    "YEAR",
                    "YEARS");

    private enum Clause {
        CHANGES,
        OPTIONS,
        IDENTIFIED_BY,
        WATERMARK,
        ALIAS
    }

    /** A clause as offsets. */
    private record Part(Clause clause, int start, int end) {}

    private final List<SqlToken> tokens;
    private final List<Part> parts = new ArrayList<>();
    private StreamOptions options;
    private boolean optionsInside;
    private int relationEnd;
    private int callOpen = -1;
    private int callClose = -1;
    private int next;

    private StreamRelation(List<SqlToken> tokens) {
        this.tokens = tokens;
    }

    /** The relation at the token STREAM; null when none follows. */
    static StreamRelation read(List<SqlToken> tokens, int stream) {
        StreamRelation relation = new StreamRelation(tokens);
        return relation.readRelation(stream + 1) ? relation : null;
    }

    /** The index of the token behind the relation and its clauses. */
    int next() {
        return next;
    }

    void rewrite(TextEdits edits) {
        boolean call = callClose >= 0;
        boolean move = !inOrder() || optionsInside || (call && options != null);
        if (!move) {
            if (options != null) {
                options.complete(edits);
            }
            return;
        }
        if (call && options != null) {
            boolean first = callClose == callOpen + 1;
            edits.insert(tokens.get(callClose).start(), options.arguments(edits, first));
            edits.delete(options.start(), options.end());
            parts.removeIf(part -> part.clause == Clause.OPTIONS);
            if (inOrder()) {
                return;
            }
        }
        List<Piece> pieces = new ArrayList<>();
        parts.stream()
                .sorted(Comparator.comparing(Part::clause))
                .forEach(
                        part -> {
                            pieces.add(edits.added(" ", part.start));
                            if (part.clause == Clause.OPTIONS) {
                                pieces.addAll(options.copy(edits));
                            } else {
                                pieces.add(edits.copy(part.start, part.end));
                            }
                        });
        pieces.add(edits.added(" ", relationEnd));
        edits.insert(relationEnd, pieces);
        parts.forEach(part -> edits.delete(part.start, part.end));
    }

    private boolean inOrder() {
        for (int i = 1; i < parts.size(); i++) {
            if (parts.get(i).clause.compareTo(parts.get(i - 1).clause) <= 0) {
                return false;
            }
        }
        return true;
    }

    private boolean readRelation(int index) {
        boolean brackets = is(index, "(");
        int end = readName(brackets ? index + 1 : index);
        if (end < 0) {
            return false;
        }
        if (brackets) {
            if (isWord(end, "WITH") && is(end + 1, "(")) {
                options = StreamOptions.read(tokens, end);
                if (options == null) {
                    return false;
                }
                optionsInside = true;
                parts.add(new Part(Clause.OPTIONS, options.start(), options.end()));
                end = options.next();
            }
            if (!is(end, ")")) {
                return false;
            }
            end++;
        }
        relationEnd = tokens.get(end - 1).end();
        next = end;
        readClauses();
        return true;
    }

    /** Returns the index behind a name or a call, or -1. */
    private int readName(int index) {
        if (index >= tokens.size() || !tokens.get(index).isName()) {
            return -1;
        }
        boolean identifier = isWord(index, "IDENTIFIER") && is(index + 1, "(");
        int i = index + 1;
        while (is(i, ".") && i + 1 < tokens.size() && tokens.get(i + 1).isName()) {
            i += 2;
        }
        if (!is(i, "(")) {
            return i;
        }
        int close = closing(i);
        if (close < 0) {
            return -1;
        }
        if (!identifier) {
            callOpen = i;
            callClose = close;
        }
        return close + 1;
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            if (is(i, "(")) {
                depth++;
            } else if (is(i, ")")) {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    private void readClauses() {
        while (next < tokens.size()) {
            Clause clause = null;
            int end = -1;
            if (isWord(next, "WITH") && is(next + 1, "(")) {
                StreamOptions found = options == null ? StreamOptions.read(tokens, next) : null;
                if (found != null) {
                    options = found;
                    clause = Clause.OPTIONS;
                    end = found.next();
                }
            } else if (isWord(next, "WATERMARK")) {
                clause = Clause.WATERMARK;
                end = watermarkEnd(next);
            } else if (isWord(next, "IDENTIFIED") && isWord(next + 1, "BY")) {
                clause = Clause.IDENTIFIED_BY;
                end = next + 3;
            } else if (isWord(next, "CHANGES") && isWord(next + 1, "FROM")) {
                clause = Clause.CHANGES;
                end = next + 4;
                if (isWord(end, "INCLUSIVE") || isWord(end, "EXCLUSIVE")) {
                    end++;
                }
            } else {
                clause = Clause.ALIAS;
                end = aliasEnd(next);
            }
            if (end < 0 || end > tokens.size() || has(clause)) {
                return;
            }
            parts.add(new Part(clause, tokens.get(next).start(), tokens.get(end - 1).end()));
            next = end;
        }
    }

    private boolean has(Clause clause) {
        return parts.stream().anyMatch(part -> part.clause == clause);
    }

    /** {@code [AS] name [(a, b)]}. */
    private int aliasEnd(int index) {
        int i = index;
        if (isWord(i, "AS")) {
            i++;
        } else if (i < tokens.size()
                && tokens.get(i).kind() == Kind.WORD
                && NO_ALIAS.contains(tokens.get(i).slice().toUpperCase(Locale.ROOT))) {
            return -1;
        }
        if (i >= tokens.size() || !tokens.get(i).isName()) {
            return -1;
        }
        i++;
        if (!is(i, "(")) {
            return i;
        }
        int close = closing(i);
        return close < 0 ? -1 : close + 1;
    }

    /** {@code WATERMARK expr [AS name] DELAY OF INTERVAL n unit ...}. */
    private int watermarkEnd(int index) {
        int i = index + 1;
        int depth = 0;
        while (i < tokens.size() && !(depth == 0 && isWord(i, "DELAY") && isWord(i + 1, "OF"))) {
            if (is(i, "(")) {
                depth++;
            } else if (is(i, ")")) {
                depth--;
            }
            if (depth < 0) {
                return -1;
            }
            i++;
        }
        i += 2;
        if (!isWord(i, "INTERVAL")) {
            return -1;
        }
        i++;
        boolean moved = true;
        while (moved) {
            moved = false;
            int value = is(i, "-") || is(i, "+") ? i + 1 : i;
            if (value < tokens.size()
                    && (tokens.get(value).kind() == Kind.NUMBER
                            || tokens.get(value).kind() == Kind.STRING)) {
                i = value + 1;
                moved = true;
                if (isUnit(i)) {
                    i++;
                }
                if (isWord(i, "TO") && isUnit(i + 1)) {
                    i += 2;
                }
            }
        }
        return i;
    }

    private boolean isUnit(int index) {
        return index < tokens.size()
                && tokens.get(index).kind() == Kind.WORD
                && INTERVAL_UNITS.contains(tokens.get(index).slice().toUpperCase(Locale.ROOT));
    }

    private boolean is(int index, String symbol) {
        return index < tokens.size() && tokens.get(index).isSymbol(symbol);
    }

    private boolean isWord(int index, String word) {
        return index < tokens.size() && tokens.get(index).isWord(word);
    }
}
