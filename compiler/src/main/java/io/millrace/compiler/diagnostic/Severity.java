/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

/** How much a diagnostic weighs: an error stops the pipeline from running, the others don't. */
public enum Severity {
    ERROR,
    WARNING,
    NOTE
}
