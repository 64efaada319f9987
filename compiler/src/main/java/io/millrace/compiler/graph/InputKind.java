/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/**
 * What a query reads: a dataset of the pipeline; a table outside it; files by {@code
 * format.`path`}; a table function.
 */
public enum InputKind {
    DATASET,
    EXTERNAL,
    FILES,
    FUNCTION
}
