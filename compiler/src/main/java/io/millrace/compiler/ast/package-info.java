/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The statements of the dialect as immutable records. Entry type: {@link
 * io.millrace.compiler.ast.Statement}. A record keeps every clause that was written, spans
 * included; whether it makes sense is for {@code io.millrace.compiler.analysis}. No type of the
 * parser generator or of Spark comes in here.
 */
package io.millrace.compiler.ast;
