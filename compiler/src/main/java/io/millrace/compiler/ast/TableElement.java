/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/** An item of the bracketed list behind a dataset's name. */
public sealed interface TableElement permits ColumnDefinition, Expectation, KeyConstraint {

    SourceSpan span();
}
