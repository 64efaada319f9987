/* SPDX-License-Identifier: Apache-2.0 */
/**
 * AUTO CDC: applies change events to a table so that the table is a pure function of the set of
 * events that it was ever given. Order, batching, repeats, several flows and crashes can't change
 * it.
 *
 * <p>The state of a key is a join semilattice, folded by plain Java over arrays of values ({@code
 * Type1Fold}, {@code Type2Fold}, {@code BitemporalFold}); the same fold runs on the driver for
 * small batches and on the executors for large ones. Entry types: {@link
 * io.millrace.spark.cdc.CdcSpec} and {@link io.millrace.spark.cdc.CdcTable}. Delta's internals stay
 * in {@code io.millrace.spark.delta}, Catalyst's in {@code io.millrace.spark.catalyst}.
 */
package io.millrace.spark.cdc;
