/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How a Spark session for pipelines is made: the settings of embedded local runs and the user's own
 * merged, the tables of the warehouse registered again, local files without forks and without lost
 * commits. Entry type: {@link io.millrace.spark.session.PipelineSession}. Nothing here knows what a
 * pipeline does.
 */
package io.millrace.spark.session;
