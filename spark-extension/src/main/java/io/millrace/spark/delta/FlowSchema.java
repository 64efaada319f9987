/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import org.apache.spark.sql.types.StructType;

/** What the query of a flow returns. */
public record FlowSchema(String flow, StructType schema) {}
