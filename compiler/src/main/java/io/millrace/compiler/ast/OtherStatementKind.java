/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** Statements that are not ours, told apart as far as the message needs it. */
public enum OtherStatementKind {
    QUERY,
    CREATE_FUNCTION,
    SCRIPT,
    NOTEBOOK_CELL,
    TEMPLATE_TEXT,
    DML,
    DDL,
    /** {@code SET key}, which shows a value. */
    SHOW_SETTING,
    UNKNOWN
}
