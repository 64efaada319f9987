/* SPDX-License-Identifier: Apache-2.0 */
/**
 * From text to the statements of {@code io.millrace.compiler.ast}. Entry types: {@link
 * io.millrace.compiler.parser.PipelineParser} and {@link
 * io.millrace.compiler.parser.StatementClassifier}. Types of the parser generator stay in here.
 */
package io.millrace.compiler.parser;
