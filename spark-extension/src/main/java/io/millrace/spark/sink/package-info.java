/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Writes the rows of flows into places outside of the pipeline. Entry type: {@link
 * io.millrace.spark.sink.BatchSink}. How far flows have come is none of its business: batches come
 * with marks, and a sink that can keep them says which it has.
 */
package io.millrace.spark.sink;
