/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What an update tells while it runs: {@link io.millrace.spark.execution.report.UpdateReport} gives
 * every change to the event log and to the listener, {@link
 * io.millrace.spark.execution.report.FlowProgress} the micro-batches of a flow. Knows no runner and
 * no table.
 */
package io.millrace.spark.execution.report;
