/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.source.SourceSpan;

/**
 * A thing that a statement says and that not every engine takes.
 *
 * @param what how the user knows it
 */
record Need(Support support, SourceSpan span, String what) {}
