/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The lexer and parser of the pipeline dialect. Text only: no statements, no messages, no Spark.
 */
package io.millrace.grammar;
