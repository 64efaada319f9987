/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

/**
 * Every code that a diagnostic can carry, sorted by name. A name is stable for ever: never renamed,
 * never used again for something else. {@code docs/errors.md} has a section for each.
 */
public enum ErrorCode {
    MILLRACE_INTERNAL_ERROR("XX000", Severity.ERROR, "something went wrong inside Millrace: %s"),
    MILLRACE_NESTING_TOO_DEEP("54001", Severity.ERROR, "%s is nested too deeply"),
    MILLRACE_NON_CONSTANT_ARGUMENT("42K09", Severity.ERROR, "%s must be a constant"),
    MILLRACE_PARAMETER_CYCLE("42601", Severity.ERROR, "the value of `%s` refers to itself: %s"),
    MILLRACE_QUERY_SYNTAX_ERROR("42601", Severity.ERROR, "%s"),
    MILLRACE_SYNTAX_ERROR("42601", Severity.ERROR, "%s"),
    MILLRACE_UNKNOWN_CONFIGURATION_KEY(
            "42P02", Severity.ERROR, "no value for the configuration key `%s`"),
    MILLRACE_UNKNOWN_PARAMETER("42P02", Severity.ERROR, "no value for the parameter `%s`");

    private final String sqlState;
    private final Severity severity;
    private final String template;

    ErrorCode(String sqlState, Severity severity, String template) {
        this.sqlState = sqlState;
        this.severity = severity;
        this.template = template;
    }

    public String sqlState() {
        return sqlState;
    }

    public Severity severity() {
        return severity;
    }

    /** The message with its arguments filled in, in the order of the template. */
    public String message(Object... arguments) {
        return template.formatted(arguments);
    }

    /** The message template, {@code %s} for each argument. */
    public String template() {
        return template;
    }
}
