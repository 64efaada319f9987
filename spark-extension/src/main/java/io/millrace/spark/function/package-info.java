/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Table functions that the dialect has and Spark lacks, such as {@code read_files}. A function
 * implements {@link io.millrace.spark.function.TableFunction} and is listed in {@link
 * io.millrace.spark.function.TableFunctions}; the planner evaluates the arguments and calls it.
 * Plain Java and public Spark API only: no {@code scala.*}, no Catalyst.
 */
package io.millrace.spark.function;
