/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Carries statements of ours through a Spark session: the parser that asks for them first, the
 * command node that runs them, the errors that every client understands. Entry types: {@link
 * io.millrace.spark.catalyst.statement.StatementParser}, and {@link
 * io.millrace.spark.catalyst.statement.StatementSource}, which knows what the statements are.
 * Nothing here knows what a statement does.
 *
 * <p>Internals used: {@code Command.$init$} and its setter, which a Java class needs that is a
 * {@code LeafRunnableCommand}; {@code ParameterHandler} and {@code VariableSubstitution}, to put
 * parameters into texts where the next parser would lose them.
 */
package io.millrace.spark.catalyst.statement;
