/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** What an expectation looks at. */
public enum ExpectationKind {
    ROW,
    UNIQUE,
    EXISTS
}
