/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** How an AUTO CDC target keeps history. */
public enum StoredAsKind {
    SCD_TYPE_1,
    SCD_TYPE_2,
    BITEMPORAL
}
