/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceLexer;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.Token;

/** Says in the user's words what is wrong with a statement. */
final class SyntaxErrors {

    private static final int MOST_ALTERNATIVES = 5;

    /** Behind so many errors in a file only the place is named: finding alternatives takes time. */
    private static final int MOST_DESCRIBED = 50;

    private final Spans spans;
    private int described;

    SyntaxErrors(Spans spans) {
        this.spans = spans;
    }

    Diagnostic describe(StatementParser parser, StatementParser.Failure failure) {
        List<Token> tokens = parser.tokens();
        return KnownMistakes.find(tokens, failure.index(), spans)
                .orElseGet(() -> general(tokens, failure.index()));
    }

    private Diagnostic general(List<Token> tokens, int index) {
        described++;
        ExpectedTokens expected =
                described > MOST_DESCRIBED
                        ? ExpectedTokens.unknown()
                        : ExpectedTokens.at(tokens, index);
        String found = found(tokens, index);
        List<String> alternatives = expected.alternatives(MOST_ALTERNATIVES);
        String message =
                alternatives.isEmpty()
                        ? "unexpected " + found
                        : "unexpected %s; expected %s".formatted(found, listed(alternatives));
        Diagnostic diagnostic =
                Diagnostic.of(ErrorCode.MILLRACE_SYNTAX_ERROR, place(tokens, index), message);
        return suggestion(tokens, index, expected)
                .map(word -> diagnostic.withHint("did you mean " + word + "?"))
                .orElse(diagnostic);
    }

    /** The token at fault, or the place behind the last one. */
    private SourceSpan place(List<Token> tokens, int index) {
        int visible = skipMark(tokens, index);
        if (visible < tokens.size()) {
            return spans.of(tokens.get(visible));
        }
        SourceSpan last = spans.of(tokens.get(tokens.size() - 1));
        return last.file().span(last.end(), last.end());
    }

    private String found(List<Token> tokens, int index) {
        int visible = skipMark(tokens, index);
        if (visible >= tokens.size()) {
            return "end of the statement";
        }
        String text = spans.text(tokens.get(visible));
        String shown = text.length() > 40 ? text.substring(0, 37) + "..." : text;
        return "`" + shown.replaceAll("\\s+", " ") + "`";
    }

    private static int skipMark(List<Token> tokens, int index) {
        boolean mark = index < tokens.size() && tokens.get(index).getType() == MillraceLexer.CLAUSE;
        return mark ? index + 1 : index;
    }

    private Optional<String> suggestion(List<Token> tokens, int index, ExpectedTokens expected) {
        if (index >= tokens.size() || tokens.get(index).getType() != MillraceLexer.IDENTIFIER) {
            return Optional.empty();
        }
        return NearestName.of(spans.text(tokens.get(index)), expected.keywords());
    }

    private static String listed(List<String> words) {
        if (words.size() == 1) {
            return words.get(0);
        }
        String all = String.join(", ", words.subList(0, words.size() - 1));
        return all + " or " + words.get(words.size() - 1);
    }
}
