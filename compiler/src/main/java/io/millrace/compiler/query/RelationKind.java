/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

/** What stands in a FROM: a name, files as {@code format.`path`}, or a table function. */
public enum RelationKind {
    TABLE,
    FILES,
    FUNCTION
}
