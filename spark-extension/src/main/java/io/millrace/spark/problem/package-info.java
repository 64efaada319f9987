/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the engine found wrong, shown in the user's texts, and what led to it. Entry types: {@link
 * io.millrace.spark.problem.RunProblems}, {@link io.millrace.spark.problem.LinkageErrors}, {@link
 * io.millrace.spark.problem.Causes}, {@link io.millrace.spark.problem.CommandOptions}.
 */
package io.millrace.spark.problem;
