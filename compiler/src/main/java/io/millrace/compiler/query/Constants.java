/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ArithmeticBinaryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ArithmeticUnaryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.BooleanLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ConstantContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ConstantDefaultContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionArgumentContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionCallContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IntervalLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NullLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NumericLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ParenthesizedExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PrimaryExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StringLitContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StringLiteralContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TypeConstructorContext;

/** Evaluates the few expressions whose value can be told from the text alone. */
final class Constants {

    private static final int DEEPEST = 200;

    private Constants() {}

    /** The value as text: strings without quotes, numbers and booleans as written. */
    static Optional<String> evaluate(ParseTree expression) {
        return evaluate(expression, 0);
    }

    private static Optional<String> evaluate(ParseTree expression, int depth) {
        ParseTree node = core(expression);
        if (depth > DEEPEST) {
            return Optional.empty();
        }
        if (node instanceof StringLiteralContext string) {
            return Optional.of(string(string.stringLit()));
        }
        if (node instanceof StringLitContext string) {
            return Optional.of(string(string));
        }
        if (node instanceof NumericLiteralContext || node instanceof BooleanLiteralContext) {
            return Optional.of(node.getText().toLowerCase(Locale.ROOT));
        }
        if (node instanceof NullLiteralContext) {
            return Optional.of("NULL");
        }
        if (node instanceof TypeConstructorContext typed) {
            return Optional.of(unescape(typed.singleStringLitWithoutMarker().getText()));
        }
        if (node instanceof ParenthesizedExpressionContext inner) {
            return evaluate(inner.expression(), depth + 1);
        }
        if (node instanceof ArithmeticUnaryContext unary
                && unary.operator.getType() != SqlBaseLexer.TILDE
                && core(unary.valueExpression()) instanceof NumericLiteralContext number) {
            boolean minus = unary.operator.getType() == SqlBaseLexer.MINUS;
            return Optional.of((minus ? "-" : "") + number.getText());
        }
        if (node instanceof ArithmeticBinaryContext binary
                && binary.operator.getType() == SqlBaseLexer.CONCAT_PIPE) {
            return concat(List.of(binary.left, binary.right), depth);
        }
        if (node instanceof FunctionCallContext call && isCall(call, "concat")) {
            return concat(call.argument, depth);
        }
        return Optional.empty();
    }

    private static Optional<String> concat(List<? extends ParseTree> operands, int depth) {
        StringBuilder result = new StringBuilder();
        for (ParseTree operand : operands) {
            Optional<String> value = evaluate(operand, depth + 1);
            if (value.isEmpty() || core(operand) instanceof NullLiteralContext) {
                return Optional.empty();
            }
            result.append(value.get());
        }
        return Optional.of(result.toString());
    }

    /** Whether the whole expression is one literal, brackets and a sign aside. */
    static boolean isLiteral(ParseTree expression) {
        ParseTree node = core(expression);
        while (node instanceof ParenthesizedExpressionContext inner) {
            node = core(inner.expression());
        }
        if (node instanceof ArithmeticUnaryContext unary) {
            return core(unary.valueExpression()) instanceof NumericLiteralContext;
        }
        return node instanceof StringLiteralContext
                || node instanceof NumericLiteralContext
                || node instanceof BooleanLiteralContext
                || node instanceof NullLiteralContext
                || node instanceof TypeConstructorContext
                || node instanceof IntervalLiteralContext;
    }

    /** The pairs of {@code map('k', 'v', ...)}; empty when it is no such call of constants. */
    static Map<String, String> map(ParseTree expression) {
        if (!(core(expression) instanceof FunctionCallContext call)
                || !isCall(call, "map")
                || call.argument.size() % 2 != 0) {
            return Map.of();
        }
        Map<String, String> result = new LinkedHashMap<>();
        List<FunctionArgumentContext> arguments = call.argument;
        for (int i = 0; i < arguments.size(); i += 2) {
            Optional<String> key = evaluate(arguments.get(i));
            Optional<String> value = evaluate(arguments.get(i + 1));
            if (key.isEmpty() || value.isEmpty()) {
                return Map.of();
            }
            result.put(key.get(), value.get());
        }
        return result;
    }

    private static boolean isCall(FunctionCallContext call, String name) {
        return call.functionName().getText().equalsIgnoreCase(name) && call.windowSpec() == null;
    }

    /** The innermost node below rules that only pass on: an operator, a primary, a constant. */
    static ParseTree core(ParseTree expression) {
        ParseTree node = expression;
        while (true) {
            if (node instanceof ConstantDefaultContext constant) {
                return constant.constant();
            }
            if (node instanceof PrimaryExpressionContext
                    || node instanceof ConstantContext
                    || node instanceof StringLitContext
                    || node.getChildCount() != 1) {
                return node;
            }
            node = node.getChild(0);
        }
    }

    /** The value of adjacent string literals, which count as one. */
    static String string(StringLitContext literals) {
        StringBuilder result = new StringBuilder();
        literals.singleStringLit().forEach(one -> result.append(unescape(one.getText())));
        return result.toString();
    }

    /** The value of a string literal as Spark reads it, quotes included in {@code literal}. */
    static String unescape(String literal) {
        char first = literal.isEmpty() ? ' ' : literal.charAt(0);
        if (first == 'r' || first == 'R') {
            return literal.substring(2, literal.length() - 1);
        }
        if (first != '\'' && first != '"') {
            return literal;
        }
        StringBuilder result = new StringBuilder();
        int last = literal.length() - 1;
        int i = 1;
        while (i < last) {
            char c = literal.charAt(i);
            if (c == first) {
                result.append(c);
                i += 2;
            } else if (c == '\\' && i + 1 < last) {
                i = escape(literal, i + 1, last, result);
            } else {
                result.append(c);
                i++;
            }
        }
        return result.toString();
    }

    private static int escape(String literal, int at, int last, StringBuilder result) {
        char c = literal.charAt(at);
        if (c == 'u' && at + 4 < last && isNumber(literal, at + 1, at + 5, 16)) {
            result.append((char) Integer.parseInt(literal.substring(at + 1, at + 5), 16));
            return at + 5;
        }
        if (c == 'U' && at + 8 < last && isNumber(literal, at + 1, at + 9, 16)) {
            long codePoint = Long.parseLong(literal.substring(at + 1, at + 9), 16);
            if (codePoint <= Character.MAX_CODE_POINT) {
                result.appendCodePoint((int) codePoint);
                return at + 9;
            }
        }
        if ((c == '0' || c == '1') && at + 2 < last && isNumber(literal, at, at + 3, 8)) {
            result.append((char) Integer.parseInt(literal.substring(at, at + 3), 8));
            return at + 3;
        }
        switch (c) {
            case '0' -> result.append('\0');
            case 'b' -> result.append('\b');
            case 'n' -> result.append('\n');
            case 'r' -> result.append('\r');
            case 't' -> result.append('\t');
            case 'Z' -> result.append('\u001a');
            case '%', '_' -> result.append('\\').append(c);
            default -> result.append(c);
        }
        return at + 1;
    }

    private static boolean isNumber(String text, int from, int to, int radix) {
        for (int i = from; i < to; i++) {
            if (Character.digit(text.charAt(i), radix) < 0) {
                return false;
            }
        }
        return true;
    }
}
