/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The tables of a pipeline: their schemas, made of declarations and of what the flows return; their
 * creation and evolution; the fitting of rows to them. Entry types: {@link
 * io.millrace.spark.delta.SchemaMerge}, {@link io.millrace.spark.delta.TableDefinition}, {@link
 * io.millrace.spark.delta.RowProjection} and {@link io.millrace.spark.delta.DeltaTableLog}, the
 * only class that touches Delta's internals.
 */
package io.millrace.spark.delta;
