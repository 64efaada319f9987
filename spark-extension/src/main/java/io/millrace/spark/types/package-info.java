/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The types of columns: which type holds the values of two, for files, tables and targets of
 * changes alike. Knows nothing of where a type comes from; used by all that read and write.
 */
package io.millrace.spark.types;
