/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

/**
 * What tells whether a table should be compacted.
 *
 * @param rows those in the files, removed ones included
 * @param removedRows those that deletion vectors mark
 * @param smallFiles files of less than a quarter of the usual size
 */
public record FileHealth(long files, long rows, long removedRows, long smallFiles) {}
