/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** Whether {@code REFRESH} waits. */
public enum RefreshMode {
    DEFAULT,
    SYNC,
    ASYNC
}
