/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What failed a flow or an update, in the words of its user: {@link
 * io.millrace.spark.execution.error.FlowErrors}, {@link
 * io.millrace.spark.execution.error.MachineErrors} and the words that the messages about streams
 * share, {@link io.millrace.spark.execution.error.StreamTexts}. Knows nothing of how updates are
 * run.
 */
package io.millrace.spark.execution.error;
