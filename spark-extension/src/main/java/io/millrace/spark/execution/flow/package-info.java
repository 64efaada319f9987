/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One flow in an update: {@link io.millrace.spark.execution.flow.FlowRun} is all that whoever runs
 * it needs, with the marks that it leaves where it has written. Says nothing of how it is run.
 */
package io.millrace.spark.execution.flow;
