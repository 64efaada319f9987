/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From statements to the flow graph: names are resolved, each statement becomes datasets and flows,
 * and every {@code ...Check} looks at the whole. Entry types: {@link
 * io.millrace.compiler.analysis.PipelineAnalysis} and {@link
 * io.millrace.compiler.analysis.PipelineOutline}. Spark's types stay in {@code
 * io.millrace.compiler.query}.
 */
package io.millrace.compiler.analysis;
