/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The forms of {@code CLUSTER BY}. */
public enum ClusterByKind {
    COLUMNS,
    AUTO,
    NONE
}
