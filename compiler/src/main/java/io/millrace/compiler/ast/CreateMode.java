/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** What stands between {@code CREATE} and the kind of dataset. */
public enum CreateMode {
    CREATE,
    OR_REFRESH,
    OR_REPLACE
}
