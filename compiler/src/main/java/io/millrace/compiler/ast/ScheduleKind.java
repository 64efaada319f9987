/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The forms of a schedule. */
public enum ScheduleKind {
    EVERY,
    CRON,
    ON_UPDATE
}
