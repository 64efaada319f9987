/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Puts the values of parameters into a source file before it is parsed. Entry type: {@link
 * io.millrace.compiler.parameter.ParameterSubstitution}. Statements are not known here, only
 * tokens, and {@code SET}, which acts on what follows it.
 */
package io.millrace.compiler.parameter;
