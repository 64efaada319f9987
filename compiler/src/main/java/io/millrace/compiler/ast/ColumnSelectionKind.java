/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The forms of a column selection. */
public enum ColumnSelectionKind {
    ALL,
    ALL_EXCEPT,
    LIST
}
