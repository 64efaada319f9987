/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** How an AUTO CDC target keeps history. */
public enum ScdType {
    TYPE_1,
    TYPE_2,
    BITEMPORAL
}
