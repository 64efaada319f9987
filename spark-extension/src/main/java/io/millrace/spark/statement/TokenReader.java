/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import io.millrace.spark.catalyst.statement.StatementException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the short statements that are about definitions and are none themselves. */
final class TokenReader {

    private final SourceFile file;
    private final List<SqlToken> tokens;
    private int next;

    TokenReader(SourceFile file) {
        this.file = file;
        this.tokens = new ArrayList<>(SqlScanner.scan(file.text()));
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).isSymbol(";")) {
            tokens.remove(tokens.size() - 1);
        }
    }

    boolean atEnd() {
        return next >= tokens.size();
    }

    /** Whether a word or a symbol is next. */
    boolean sees(String word) {
        return !atEnd() && (tokens.get(next).isWord(word) || tokens.get(next).isSymbol(word));
    }

    boolean accept(String word) {
        if (!sees(word)) {
            return false;
        }
        next++;
        return true;
    }

    /** Reads words, each of which must be there. */
    void expect(String... words) {
        for (String word : words) {
            if (!accept(word)) {
                throw unexpected(word);
            }
        }
    }

    /** A name of one or more parts. */
    List<String> name() {
        List<String> parts = new ArrayList<>();
        do {
            if (atEnd() || !tokens.get(next).isName()) {
                throw unexpected("<name>");
            }
            String slice = tokens.get(next++).slice();
            parts.add(
                    slice.startsWith("`")
                            ? slice.substring(1, slice.length() - 1).replace("``", "`")
                            : slice);
        } while (accept("."));
        return parts;
    }

    /** A string literal's value. */
    String string() {
        if (atEnd() || tokens.get(next).kind() != Kind.STRING) {
            throw unexpected("<string>");
        }
        String slice = tokens.get(next++).slice();
        if (slice.startsWith("r") || slice.startsWith("R")) {
            return slice.substring(2, slice.length() - 1);
        }
        String quote = slice.substring(0, 1);
        return slice.substring(1, slice.length() - 1)
                .replace(quote + quote, quote)
                .replace("\\" + quote, quote)
                .replace("\\\\", "\\");
    }

    /** A list of names in brackets, each with the {@code +} of a selection. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        expect("(");
        do {
            String before = accept("+") ? "+" : "";
            String name = String.join(".", name());
            names.add(before + name + (accept("+") ? "+" : ""));
        } while (accept(","));
        expect(")");
        return names;
    }

    /** A list of names and string values in brackets. */
    Map<String, String> pairs() {
        Map<String, String> pairs = new LinkedHashMap<>();
        expect("(");
        do {
            boolean quoted = !atEnd() && tokens.get(next).kind() == Kind.STRING;
            String key = quoted ? string() : String.join(".", name());
            expect("=");
            pairs.put(key, string());
        } while (accept(","));
        expect(")");
        return pairs;
    }

    /** The statement must end here. */
    void end() {
        if (!atEnd()) {
            throw unexpected("the end of the statement");
        }
    }

    StatementException unexpected(String expected) {
        String found = atEnd() ? "end of the statement" : "`" + tokens.get(next).slice() + "`";
        return Problems.invalid(
                Diagnostic.of(
                        ErrorCode.MILLRACE_SYNTAX_ERROR,
                        place(),
                        "unexpected %s; expected %s".formatted(found, expected)));
    }

    private SourceSpan place() {
        if (!atEnd()) {
            return file.span(tokens.get(next).start(), tokens.get(next).end());
        }
        int end = tokens.isEmpty() ? 0 : tokens.get(tokens.size() - 1).end();
        return file.span(end, end);
    }
}
