/* SPDX-License-Identifier: Apache-2.0 */
/**
 * One update at a time for each pipeline: a lease in the pipeline's storage with a heartbeat, an
 * expiry and a number that grows with each holder. Entry type: {@link
 * io.millrace.spark.lease.PipelineLease}.
 */
package io.millrace.spark.lease;
