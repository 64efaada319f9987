/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Source texts and positions in them. Entry types: {@link io.millrace.compiler.source.SourceFile}
 * and {@link io.millrace.compiler.source.SourceSpan}. Nothing of the grammar or of Spark comes in
 * here.
 */
package io.millrace.compiler.source;
