/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Metric views: from the YAML between {@code $$} and {@code $$} to a relation, a filter and the
 * expressions of the fields and measures over it, in forms that Spark's own metric views take.
 * Entry type: {@link io.millrace.compiler.metric.MetricDefinition}.
 *
 * <p>Nothing of the pipeline is known here: what the names of tables mean is told later.
 */
package io.millrace.compiler.metric;
