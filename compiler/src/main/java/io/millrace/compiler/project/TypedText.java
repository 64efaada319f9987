/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
import java.util.regex.Pattern;

/** Texts that may stand for numbers and booleans. */
final class TypedText {

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    private TypedText() {}

    /** Whether the text is a number in SQL too: {@code .inf} is not. */
    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /**
     * A text that takes the place of another value: of the same type when it can be that, a string
     * otherwise.
     */
    static ParameterValue replacing(ParameterValue replaced, String text) {
        boolean fits =
                switch (replaced.type()) {
                    case STRING -> true;
                    case NUMBER -> isNumber(text);
                    case BOOLEAN -> text.equals("true") || text.equals("false");
                    case EXPRESSION -> false;
                };
        return fits ? new ParameterValue(text, replaced.type()) : ParameterValue.string(text);
    }
}
