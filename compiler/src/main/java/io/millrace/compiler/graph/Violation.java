/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** What happens to a row that violates an expectation. */
public enum Violation {
    WARN,
    DROP,
    FAIL,
    QUARANTINE
}
