/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

/** An identity column's counter. */
public record IdentitySpec(boolean always, long start, long increment) {}
