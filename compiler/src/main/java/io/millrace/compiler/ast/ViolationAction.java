/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** What happens to a row that violates an expectation. */
public enum ViolationAction {
    WARN,
    DROP_ROW,
    FAIL_UPDATE,
    QUARANTINE_ROW
}
