/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Describes to a user what an update that was decided would do. Entry type: {@link
 * io.millrace.spark.execution.plan.UpdatePlanner}, which makes an {@link
 * io.millrace.spark.plan.UpdatePlan}. Writes nothing.
 */
package io.millrace.spark.execution.plan;
