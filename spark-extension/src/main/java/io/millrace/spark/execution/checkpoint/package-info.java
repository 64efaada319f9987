/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How far flows have come: their checkpoints and the marks in the logs of their tables. Entry
 * types: {@link io.millrace.spark.execution.checkpoint.KeptProgress} and {@link
 * io.millrace.spark.execution.checkpoint.FlowCheckpoint}. Reads and copies checkpoints; they are
 * written by Structured Streaming alone.
 */
package io.millrace.spark.execution.checkpoint;
