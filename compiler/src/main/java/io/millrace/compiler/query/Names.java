/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ErrorCapturingIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IdentifierLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.MultipartIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QualifiedNameContext;

/** Reads names out of the parse tree. */
final class Names {

    private Names() {}

    static List<String> parts(MultipartIdentifierContext context) {
        List<String> result = new ArrayList<>();
        for (ErrorCapturingIdentifierContext part : context.parts) {
            result.addAll(parts((ParserRuleContext) part));
        }
        return result;
    }

    static List<String> parts(QualifiedNameContext context) {
        List<String> result = new ArrayList<>();
        context.identifier().forEach(part -> result.addAll(parts((ParserRuleContext) part)));
        return result;
    }

    /** The parts of one identifier: one, unless it is {@code IDENTIFIER('a.b')}. */
    private static List<String> parts(ParserRuleContext identifier) {
        ParseTree node = identifier;
        while (!(node instanceof IdentifierLiteralContext) && node.getChildCount() > 0) {
            node = node.getChild(0);
        }
        if (node instanceof IdentifierLiteralContext literal) {
            return split(Constants.string(literal.stringLit()));
        }
        return List.of(unquote(identifier.getText()));
    }

    /** The name as written, without its back-ticks. */
    static String name(ParserRuleContext identifier) {
        return String.join(".", parts(identifier));
    }

    static String unquote(String text) {
        if (text.length() >= 2 && text.startsWith("`") && text.endsWith("`")) {
            return text.substring(1, text.length() - 1).replace("``", "`");
        }
        return text;
    }

    /** Parts a name at dots outside back-ticks. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '`' && quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
                part.append(c);
                i++;
            } else if (c == '`') {
                quoted = !quoted;
            } else if (c == '.' && !quoted) {
                parts.add(part.toString().strip());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString().strip());
        return parts;
    }
}
