/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the queries of a graph are and whether they can work, found out without writing anything.
 * Entry type: {@link io.millrace.spark.execution.resolve.GraphResolver}, which makes a {@link
 * io.millrace.spark.execution.resolve.ResolvedGraph}; the other types are the rules for one kind of
 * dataset, source or sink. Where tables are is none of its business: it is told.
 */
package io.millrace.spark.execution.resolve;
