/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceLexer;
import io.millrace.grammar.MillraceParser.ColumnListContext;
import io.millrace.grammar.MillraceParser.ColumnNameContext;
import io.millrace.grammar.MillraceParser.FreeListContext;
import io.millrace.grammar.MillraceParser.IdentifierContext;
import io.millrace.grammar.MillraceParser.PropertyContext;
import io.millrace.grammar.MillraceParser.PropertyKeyContext;
import io.millrace.grammar.MillraceParser.PropertyListContext;
import io.millrace.grammar.MillraceParser.PropertyValueContext;
import io.millrace.grammar.MillraceParser.QualifiedNameContext;
import io.millrace.grammar.MillraceParser.StringLiteralContext;
import io.millrace.grammar.PipelineTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Builds names, literals and lists of them. */
final class NameBuilder {

    private final Spans spans;

    NameBuilder(Spans spans) {
        this.spans = spans;
    }

    Identifier identifier(IdentifierContext context) {
        return identifier((ParserRuleContext) context);
    }

    /** A context that holds one name token. */
    Identifier identifier(ParserRuleContext context) {
        return new Identifier(spans.of(context), nameText(context.getStart()));
    }

    private String nameText(Token token) {
        String text = spans.text(token);
        return token.getType() == MillraceLexer.QUOTED_IDENTIFIER
                ? StringEscapes.unquoteIdentifier(text)
                : text;
    }

    QualifiedName qualifiedName(QualifiedNameContext context) {
        if (context.IDENTIFIER_KW() != null) {
            String text =
                    context.stringLiteral().stream()
                            .map(literal -> string(literal).value())
                            .collect(Collectors.joining());
            return new QualifiedName(spans.of(context), partsOf(text, spans.of(context)));
        }
        return qualifiedName(spans.of(context), context.identifier());
    }

    QualifiedName qualifiedName(SourceSpan span, List<? extends ParserRuleContext> identifiers) {
        return new QualifiedName(
                span, identifiers.stream().map(part -> nameText(part.getStart())).toList());
    }

    /** The parts of the text of {@code IDENTIFIER('...')}. */
    private List<String> partsOf(String text, SourceSpan span) {
        List<String> parts = new ArrayList<>();
        boolean nameExpected = true;
        for (Token token : PipelineTokens.lex(text)) {
            boolean dot = token.getType() == MillraceLexer.DOT;
            if (!PipelineTokens.isVisible(token)) {
                continue;
            }
            if (dot == nameExpected || !(dot || isName(token))) {
                throw notAName(text, span);
            }
            if (!dot) {
                String part = token.getText();
                parts.add(
                        token.getType() == MillraceLexer.QUOTED_IDENTIFIER
                                ? StringEscapes.unquoteIdentifier(part)
                                : part);
            }
            nameExpected = dot;
        }
        if (nameExpected) {
            throw notAName(text, span);
        }
        return parts;
    }

    private static boolean isName(Token token) {
        return token.getType() == MillraceLexer.QUOTED_IDENTIFIER
                || token.getText()
                        .codePoints()
                        .allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    }

    private static SyntaxException notAName(String text, SourceSpan span) {
        return new SyntaxException(
                Diagnostic.of(
                        ErrorCode.MILLRACE_SYNTAX_ERROR,
                        span,
                        "`%s` in IDENTIFIER(...) is not a name".formatted(text)));
    }

    StringValue string(StringLiteralContext context) {
        String value =
                context.STRING().stream()
                        .map(node -> StringEscapes.unquoteString(spans.text(node.getSymbol())))
                        .collect(Collectors.joining());
        return new StringValue(spans.of(context), value);
    }

    /** A column of a list: one part. */
    Identifier column(ColumnNameContext context) {
        if (context.identifier().size() > 1) {
            throw new SyntaxException(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_SYNTAX_ERROR,
                                    spans.of(context),
                                    "`%s` is a name of several parts where a plain column name is needed"
                                            .formatted(spans.of(context).text()))
                            .withHint(
                                    "a column whose name holds a dot is written in back-ticks; a"
                                            + " field of a struct is selected into a column of its own"
                                            + " in the source query"));
        }
        return identifier(context.identifier(0));
    }

    List<Identifier> columns(List<ColumnNameContext> contexts) {
        return contexts.stream().map(this::column).toList();
    }

    List<Identifier> columns(ColumnListContext context) {
        return columns(context.columnName());
    }

    List<SqlFragment> fragments(FreeListContext context) {
        return context.freeItem().stream().map(spans::fragment).toList();
    }

    /** Pairs of keys and values; a key alone has the empty text. */
    List<Property> properties(PropertyListContext context) {
        return notEmpty(context).stream().map(this::property).toList();
    }

    /** Keys alone. */
    List<Property> keys(PropertyListContext context) {
        List<PropertyContext> keys = notEmpty(context);
        for (PropertyContext key : keys) {
            if (key.propertyValue() != null) {
                throw refused(
                        spans.of(key),
                        "UNSET takes keys without values",
                        "write " + spans.of(key.propertyKey()).text() + " alone");
            }
        }
        return keys.stream().map(this::property).toList();
    }

    /** The tags of {@code SET TAGS}, with or without values. */
    SourceSpan tags(PropertyListContext context) {
        notEmpty(context);
        return spans.of(context);
    }

    private List<PropertyContext> notEmpty(PropertyListContext context) {
        if (context.property().isEmpty()) {
            throw refused(
                    spans.of(context), "the brackets are empty", "name a key, or leave it out");
        }
        return context.property();
    }

    private static SyntaxException refused(SourceSpan span, String message, String hint) {
        return new SyntaxException(
                Diagnostic.of(ErrorCode.MILLRACE_SYNTAX_ERROR, span, message).withHint(hint));
    }

    private Property property(PropertyContext context) {
        PropertyValueContext value = context.propertyValue();
        return new Property(
                spans.of(context),
                propertyKey(context.propertyKey()),
                value == null ? "" : propertyValue(value));
    }

    private String propertyKey(PropertyKeyContext context) {
        TerminalNode string = context.STRING();
        if (string != null) {
            return StringEscapes.unquoteString(spans.text(string.getSymbol()));
        }
        StringBuilder key = new StringBuilder();
        for (int i = 0; i < context.getChildCount(); i++) {
            if (context.getChild(i) instanceof IdentifierContext part) {
                key.append(nameText(part.getStart()));
            } else {
                key.append(context.getChild(i).getText());
            }
        }
        return key.toString();
    }

    private String propertyValue(PropertyValueContext context) {
        if (context.stringLiteral() != null) {
            return string(context.stringLiteral()).value();
        }
        return spans.of(context).text();
    }
}
