/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static java.util.Objects.requireNonNull;

/**
 * The value of a {@code :name} parameter.
 *
 * @param text the value as text
 * @param type whether it becomes a string, a number or a boolean in the query, or is an expression
 *     of SQL already; values of the command line are strings
 */
public record ParameterValue(String text, Type type) {

    public ParameterValue {
        requireNonNull(text, "text");
        requireNonNull(type, "type");
    }

    /** The literal that a parameter becomes. */
    public enum Type {
        STRING,
        NUMBER,
        BOOLEAN,
        EXPRESSION
    }

    public static ParameterValue string(String text) {
        return new ParameterValue(text, Type.STRING);
    }
}
