/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Updates: what to run and in what order, the flow runners, checkpoints and the pipeline's state
 * files. Entry types: {@link io.millrace.spark.execution.GraphResolver}, {@link
 * io.millrace.spark.execution.PipelineUpdate}. The scheduler knows flow runners by their interface
 * only.
 */
package io.millrace.spark.execution;
