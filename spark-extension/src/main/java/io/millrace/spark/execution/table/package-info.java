/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The tables of an update: where they are, how they are made, moved, published and read, and {@link
 * io.millrace.spark.execution.table.TableTarget}, through which flows write them. Which flow writes
 * what, and when, is decided elsewhere.
 */
package io.millrace.spark.execution.table;
