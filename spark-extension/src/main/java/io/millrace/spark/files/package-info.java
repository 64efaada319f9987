/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The table function {@code read_files}: its arguments, the schema that it finds and keeps, the
 * rows that it gives. Entry type: {@link io.millrace.spark.files.ReadFiles}. No {@code scala.*} and
 * no Catalyst here; what needs them is in {@code io.millrace.spark.catalyst.files}.
 */
package io.millrace.spark.files;
