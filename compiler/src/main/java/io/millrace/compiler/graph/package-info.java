/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The flow graph: what the compiler hands to the engine. Entry type: {@link
 * io.millrace.compiler.graph.FlowGraph}. Immutable values that can be printed and written as
 * versioned JSON; no statement, parser or Spark type comes in.
 */
package io.millrace.compiler.graph;
