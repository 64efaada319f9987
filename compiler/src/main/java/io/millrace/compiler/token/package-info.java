/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A small scanner that cuts SQL text into words, literals, quoted names and symbols, for the places
 * that change text token by token: parameters and dialect rewrites. Entry type: {@link
 * io.millrace.compiler.token.SqlScanner}. What goes the other way, into text, {@link
 * io.millrace.compiler.token.Quoted} writes. {@link io.millrace.compiler.token.SourceCells} parts a
 * notebook into its cells. It knows no keywords and no grammar.
 */
package io.millrace.compiler.token;
