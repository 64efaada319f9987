/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is known of a pipeline between its updates, besides what its tables and checkpoints say: the
 * generation of each table, the last known definition of each dataset and flow, and under which
 * names their checkpoints and marks are kept. {@link io.millrace.spark.state.PipelineState} is all
 * of it, one readable file that is replaced in one step; {@link io.millrace.spark.state.StateFile}
 * reads and writes it; {@link io.millrace.spark.state.PipelineStorage} says where things are. Knows
 * no Spark session.
 */
package io.millrace.spark.state;
