/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Whether an update may be run: what is refused before anything is written, what the user should
 * know, and the state that the update begins with. Entry type: {@link
 * io.millrace.spark.execution.check.UpdateChecks}; each other class is one check, or what checks
 * share. Nothing here runs flows.
 */
package io.millrace.spark.execution.check;
