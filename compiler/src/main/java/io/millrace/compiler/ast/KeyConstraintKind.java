/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The kinds of table constraint besides expectations. */
public enum KeyConstraintKind {
    PRIMARY_KEY,
    FOREIGN_KEY,
    CHECK
}
