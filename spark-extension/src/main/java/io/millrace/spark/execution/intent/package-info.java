/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What a request means for a pipeline in its present state: what is refreshed and how, what was
 * renamed, and in which state the tables will be. Entry type: {@link
 * io.millrace.spark.execution.intent.UpdateIntent}. Known before any query is looked at.
 */
package io.millrace.spark.execution.intent;
