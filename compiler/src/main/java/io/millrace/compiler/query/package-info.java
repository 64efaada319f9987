/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Query bodies, expressions and types: what Spark will make of them, told without a session. Entry
 * types: {@link io.millrace.compiler.query.QueryParser}, {@link
 * io.millrace.compiler.query.ExpressionParser}, {@link io.millrace.compiler.query.TypeParser}.
 *
 * <p>The text is parsed by Spark's own generated parser and the parse tree is read as it is: it
 * holds every name with its exact place, and costs few classes to load. Catalyst's tree builder is
 * asked only about the forms that it can refuse although the grammar accepts them. This is the one
 * package of the compiler that may import {@code org.apache.spark} and {@code scala}.
 */
package io.millrace.compiler.query;
