/* SPDX-License-Identifier: Apache-2.0 */
/** AUTO CDC beside MERGE by hand; entry: {@link io.millrace.benchmarks.cdc.CdcBenchmark}. */
package io.millrace.benchmarks.cdc;
