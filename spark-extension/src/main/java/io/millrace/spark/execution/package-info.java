/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Updates as a whole, from the lease to the last event. Entry type: {@link
 * io.millrace.spark.execution.PipelineUpdate}. The parts are in packages of their own, each of
 * which may use those before it: {@code error}, {@code parallel}, {@code resolve}, {@code intent},
 * {@code table}, {@code checkpoint}, {@code report}, {@code flow}, {@code stream}, {@code runner},
 * {@code check}, {@code plan}, {@code schedule}. None of them uses this one.
 */
package io.millrace.spark.execution;
