/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The only place that touches Scala, Catalyst and the internals of Spark; what leaves it is plain
 * Java and public Spark API. Entry types: {@link io.millrace.spark.catalyst.QueryPlanner} makes a
 * data frame of a flow's query, {@link io.millrace.spark.catalyst.StreamStarter} starts streaming
 * queries, {@link io.millrace.spark.catalyst.Sessions} makes sessions and registers tables.
 *
 * <p>Members used that are {@code private[sql]} in Scala, public in byte code: {@code
 * classic.Dataset.ofRows}, {@code classic.SparkSession.cloneSession}, {@code
 * StreamingQueryManager.startQuery}.
 */
package io.millrace.spark.catalyst;
