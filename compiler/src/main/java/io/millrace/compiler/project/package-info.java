/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A pipeline on disk: {@code spark-pipeline.yml}, {@code millrace.yml}, folders and files of SQL.
 * Entry types: {@link io.millrace.compiler.project.ProjectLoader} and {@link
 * io.millrace.compiler.project.PipelineProject}. Reads only; knows nothing of statements and of
 * Spark.
 */
package io.millrace.compiler.project;
