/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import io.millrace.compiler.token.TextEdits;
import io.millrace.compiler.token.TextEdits.Piece;
import java.util.ArrayList;
import java.util.List;

/** {@code WITH (key [= value], ...)} behind a relation, as tokens. */
final class StreamOptions {

    private final int start;
    private final int end;
    private final int next;
    private final List<Option> options;

    private StreamOptions(int start, int end, int next, List<Option> options) {
        this.start = start;
        this.end = end;
        this.next = next;
        this.options = options;
    }

    /**
     * One option, as offsets.
     *
     * @param valueStart -1 when it has no value
     */
    private record Option(String name, int keyStart, int keyEnd, int valueStart, int valueEnd) {}

    /** The clause at the token WITH; null when it is none. */
    static StreamOptions read(List<SqlToken> tokens, int with) {
        List<Option> options = new ArrayList<>();
        int i = with + 2;
        while (i < tokens.size()) {
            int keyEnd = keyEnd(tokens, i);
            if (keyEnd == i) {
                return null;
            }
            StringBuilder name = new StringBuilder();
            tokens.subList(i, keyEnd).forEach(token -> name.append(keyText(token)));
            int value = keyEnd;
            if (value < tokens.size() && tokens.get(value).isSymbol("=")) {
                value++;
            }
            int valueEnd = value;
            while (valueEnd < tokens.size()
                    && !tokens.get(valueEnd).isSymbol(",")
                    && !tokens.get(valueEnd).isSymbol(")")) {
                if (tokens.get(valueEnd).isSymbol("(")) {
                    return null;
                }
                valueEnd++;
            }
            if (valueEnd == tokens.size()) {
                return null;
            }
            boolean hasValue = valueEnd > value;
            if (!hasValue && value > keyEnd) {
                return null;
            }
            options.add(
                    new Option(
                            name.toString(),
                            tokens.get(i).start(),
                            tokens.get(keyEnd - 1).end(),
                            hasValue ? tokens.get(value).start() : -1,
                            hasValue ? tokens.get(valueEnd - 1).end() : -1));
            if (tokens.get(valueEnd).isSymbol(")")) {
                return new StreamOptions(
                        tokens.get(with).start(),
                        tokens.get(valueEnd).end(),
                        valueEnd + 1,
                        options);
            }
            i = valueEnd + 1;
        }
        return null;
    }

    /** A string, or names with dots between. */
    private static int keyEnd(List<SqlToken> tokens, int start) {
        int i = start;
        if (i < tokens.size() && tokens.get(i).kind() == Kind.STRING) {
            return i + 1;
        }
        while (i < tokens.size() && tokens.get(i).isName()) {
            i++;
            boolean dotted =
                    i + 1 < tokens.size()
                            && tokens.get(i).isSymbol(".")
                            && tokens.get(i + 1).isName();
            if (!dotted) {
                break;
            }
            i++;
        }
        return i;
    }

    private static String keyText(SqlToken token) {
        String text = token.slice();
        return token.kind() == Kind.STRING ? Constants.unescape(text) : Names.unquote(text);
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** The index of the token behind the clause. */
    int next() {
        return next;
    }

    /** Adds the missing values in place. */
    void complete(TextEdits edits) {
        for (Option option : options) {
            if (option.valueStart < 0) {
                edits.insert(option.keyEnd, " = true");
            }
        }
    }

    /** The whole clause with the missing values, as a copy. */
    List<Piece> copy(TextEdits edits) {
        List<Piece> pieces = new ArrayList<>();
        int done = start;
        for (Option option : options) {
            if (option.valueStart < 0) {
                pieces.add(edits.copy(done, option.keyEnd));
                pieces.add(edits.added(" = true", option.keyStart));
                done = option.keyEnd;
            }
        }
        pieces.add(edits.copy(done, end));
        return pieces;
    }

    /** The options as named arguments of a function. */
    List<Piece> arguments(TextEdits edits, boolean first) {
        List<Piece> pieces = new ArrayList<>();
        String separator = first ? "" : ", ";
        for (Option option : options) {
            String name = Quoted.name(option.name);
            pieces.add(edits.added(separator + name + " => ", option.keyStart));
            pieces.add(
                    option.valueStart < 0
                            ? edits.added("true", option.keyStart)
                            : edits.copy(option.valueStart, option.valueEnd));
            separator = ", ";
        }
        return pieces;
    }
}
