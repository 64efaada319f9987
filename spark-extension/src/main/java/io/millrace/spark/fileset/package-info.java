/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which files a path means: literal folders and glob patterns, hidden names, name and time filters,
 * and what the names of Hive-style folders say. Entry type: {@link
 * io.millrace.spark.fileset.FileSelection}. Hadoop's {@code FileSystem} only: no Spark.
 */
package io.millrace.spark.fileset;
