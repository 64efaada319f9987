/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Lexer and parser of the pipeline dialect. Entry types: {@link
 * io.millrace.grammar.StatementSplitter} gives the marked tokens of each statement, {@link
 * io.millrace.grammar.MillraceParser} parses them, {@link io.millrace.grammar.Keywords} lists the
 * words. No statements as objects, no messages and no Spark in here.
 */
package io.millrace.grammar;
