/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What an update will do, told before it does it: {@link io.millrace.spark.plan.UpdatePlan} and its
 * parts. Plain data: the engine makes it in {@code io.millrace.spark.execution.plan} and runs what
 * it says, {@code millrace plan} prints it.
 */
package io.millrace.spark.plan;
