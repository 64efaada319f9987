/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Turns tokens, which count code points, into spans, which count UTF-16 units. */
record Spans(SourceFile file) {

    SourceSpan of(Token token) {
        return of(token, token);
    }

    SourceSpan of(Token first, Token last) {
        int start = file.utf16Offset(first.getStartIndex());
        int end = file.utf16Offset(last.getStopIndex() + 1);
        return file.span(start, Math.max(start, end));
    }

    SourceSpan of(ParserRuleContext context) {
        return of(context.getStart(), context.getStop());
    }

    SourceSpan of(List<? extends Token> tokens) {
        return of(tokens.get(0), tokens.get(tokens.size() - 1));
    }

    /** From the start of a context to the end of another. */
    SourceSpan of(ParserRuleContext first, ParserRuleContext last) {
        return of(first.getStart(), last.getStop());
    }

    SqlFragment fragment(ParserRuleContext context) {
        return new SqlFragment(of(context));
    }

    String text(Token token) {
        return of(token).text();
    }
}
