/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which flow runs when, how many at once, and which is tried again. Entry types: {@link
 * io.millrace.spark.execution.schedule.FlowScheduler} for an update that ends, {@link
 * io.millrace.spark.execution.schedule.ContinuousFlows} for one that goes on; {@link
 * io.millrace.spark.execution.schedule.FlowExecution} runs a single flow for both.
 */
package io.millrace.spark.execution.schedule;
