/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the engine found wrong, shown in the user's texts. Entry type: {@link
 * io.millrace.spark.problem.RunProblems}.
 */
package io.millrace.spark.problem;
