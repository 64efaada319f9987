/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/** What an expectation asks for. */
public sealed interface ExpectationRule permits RowRule, UniqueRule, ExistsRule {

    SourceSpan span();
}
