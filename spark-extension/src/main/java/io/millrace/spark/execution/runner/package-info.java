/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How flows are run, one runner for each kind. Entry type: {@link
 * io.millrace.spark.execution.runner.FlowRunners}; what runs flows knows the runners by the
 * interface {@link io.millrace.spark.execution.runner.FlowRunner} only.
 */
package io.millrace.spark.execution.runner;
