/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The event log of updates: one JSON object a line, written as it happens, with the columns and
 * JSON paths that dashboards over such logs know. Entry type: {@link
 * io.millrace.spark.event.EventLog}.
 */
package io.millrace.spark.event;
