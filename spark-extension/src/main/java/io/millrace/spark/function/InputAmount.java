/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

/** How much a read of a function finds. */
public record InputAmount(long files, long bytes) {}
