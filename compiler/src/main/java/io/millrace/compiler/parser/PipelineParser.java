/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.OtherStatementKind;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SourceCells;
import io.millrace.grammar.PipelineTokens;
import io.millrace.grammar.StatementHead;
import io.millrace.grammar.StatementSplitter;
import io.millrace.grammar.StatementTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * Parses source files. A statement with a syntax error is reported and left out, the ones behind it
 * are parsed all the same.
 */
public final class PipelineParser {

    private static final int HEAD_TOKENS = 2;

    private final Spans spans;
    private final Diagnostics diagnostics;
    private final SyntaxErrors syntaxErrors;
    private final List<Statement> statements = new ArrayList<>();

    private PipelineParser(SourceFile file, Diagnostics diagnostics) {
        this.spans = new Spans(file);
        this.diagnostics = diagnostics;
        this.syntaxErrors = new SyntaxErrors(spans);
    }

    /** The statements of a file's effective text, in source order. */
    public static List<Statement> parse(SourceFile file, Diagnostics diagnostics) {
        PipelineParser parser = new PipelineParser(file, diagnostics);
        for (SourceCells.Cell cell : SourceCells.of(file.text())) {
            parser.parseCell(cell);
        }
        return List.copyOf(parser.statements);
    }

    private void parseCell(SourceCells.Cell cell) {
        String text = spans.file().text();
        switch (cell.language()) {
            case MARKDOWN -> {}
            case OTHER -> statements.add(notebookCell(cell));
            case SQL -> {
                List<Token> tokens = PipelineTokens.lex(text.substring(cell.start(), cell.end()));
                shift(tokens, text.codePointCount(0, cell.start()));
                StatementSplitter.split(tokens).forEach(this::parseStatement);
            }
        }
    }

    private static void shift(List<Token> tokens, int offset) {
        if (offset == 0) {
            return;
        }
        for (Token token : tokens) {
            CommonToken common = (CommonToken) token;
            // The text comes from the cell's own stream, so it is fixed before the place moves.
            common.setText(common.getText());
            common.setStartIndex(common.getStartIndex() + offset);
            common.setStopIndex(common.getStopIndex() + offset);
        }
    }

    private OtherStatement notebookCell(SourceCells.Cell cell) {
        String text = spans.file().text();
        int headEnd = cell.start() + 1;
        while (headEnd < cell.end() && Character.isLetter(text.charAt(headEnd))) {
            headEnd++;
        }
        return new OtherStatement(
                spans.file().span(cell.start(), cell.end()),
                OtherStatementKind.NOTEBOOK_CELL,
                spans.file().span(cell.start(), headEnd));
    }

    private void parseStatement(StatementTokens statement) {
        try {
            if (statement.head() == StatementHead.DIALECT) {
                TokenCheck.check(statement.tokens(), spans);
                KnownMistakes.refuseMissingExpect(statement.tokens(), spans);
                statements.add(parseDialect(statement));
            } else {
                TokenCheck.checkTerminated(statement.tokens(), spans);
                statements.add(other(statement));
            }
        } catch (SyntaxException e) {
            diagnostics.add(e.diagnostic());
        } catch (StackOverflowError e) {
            SourceSpan span = spans.of(statement.tokens().get(0));
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_NESTING_TOO_DEEP, span, "the statement"));
        }
    }

    private Statement parseDialect(StatementTokens statement) {
        StatementParser parser = new StatementParser(statement.marked());
        Optional<StatementParser.Failure> failure = parser.parse();
        if (failure.isPresent()) {
            throw new SyntaxException(syntaxErrors.describe(parser, failure.get()));
        }
        return new StatementBuilder(spans, diagnostics).statement(parser.tree());
    }

    private OtherStatement other(StatementTokens statement) {
        List<Token> tokens = statement.tokens();
        if (statement.head() == StatementHead.UNKNOWN) {
            KnownMistakes.misspeltStatement(tokens.get(0), spans)
                    .ifPresent(
                            diagnostic -> {
                                throw new SyntaxException(diagnostic);
                            });
        }
        int head =
                switch (statement.head()) {
                    case CREATE_FUNCTION, DDL, TEMPLATE_TEXT, NOTEBOOK_CELL -> HEAD_TOKENS;
                    case SHOW_SETTING -> tokens.size();
                    case DIALECT, QUERY, SCRIPT, DML, UNKNOWN -> 1;
                };
        return new OtherStatement(
                spans.of(tokens),
                kind(statement.head()),
                spans.of(tokens.subList(0, Math.min(head, tokens.size()))));
    }

    private static OtherStatementKind kind(StatementHead head) {
        return switch (head) {
            case QUERY -> OtherStatementKind.QUERY;
            case CREATE_FUNCTION -> OtherStatementKind.CREATE_FUNCTION;
            case SCRIPT -> OtherStatementKind.SCRIPT;
            case NOTEBOOK_CELL -> OtherStatementKind.NOTEBOOK_CELL;
            case TEMPLATE_TEXT -> OtherStatementKind.TEMPLATE_TEXT;
            case DML -> OtherStatementKind.DML;
            case DDL -> OtherStatementKind.DDL;
            case SHOW_SETTING -> OtherStatementKind.SHOW_SETTING;
            case UNKNOWN, DIALECT -> OtherStatementKind.UNKNOWN;
        };
    }
}
