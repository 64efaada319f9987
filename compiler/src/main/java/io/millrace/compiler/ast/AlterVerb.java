/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The verb of an {@code ALTER} action. */
public enum AlterVerb {
    ADD,
    ALTER,
    SET,
    UNSET,
    DROP
}
