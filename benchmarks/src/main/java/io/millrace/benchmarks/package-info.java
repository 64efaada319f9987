/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Measures Millrace beside other ways to do the same work, in one run and on one machine. Entry
 * type: {@link io.millrace.benchmarks.BenchmarkSuite}. Not part of the tests.
 */
package io.millrace.benchmarks;
