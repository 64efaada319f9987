/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The statements that a plain SQL session understands: definitions that run at once and are kept,
 * REFRESH, ALTER, DROP, SHOW, DESCRIBE, EXPLAIN, and pipelines from files. Entry type: {@link
 * io.millrace.spark.statement.PipelineStatements}. Texts go through the compiler and updates
 * through {@link io.millrace.spark.PipelineRunner}, as they do for the command line; nothing of
 * either is here.
 *
 * <p>What one session has defined is a small pipeline of its own: the datasets of one text, with
 * storage, state and lease under the session home, see {@link
 * io.millrace.spark.statement.SessionHome}.
 */
package io.millrace.spark.statement;
