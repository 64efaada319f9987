/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The streaming queries of flows: what is looked at before they go on, how they are started and
 * waited for, what their micro-batches come to, and why they could not go on. Entry types: {@link
 * io.millrace.spark.execution.stream.FlowStream} and {@link
 * io.millrace.spark.execution.stream.FlowBatches}. What the batches write is the business of the
 * runners.
 */
package io.millrace.spark.execution.stream;
