/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** The forms of a column selection. */
public enum SelectionKind {
    ALL,
    ALL_EXCEPT,
    LIST
}
