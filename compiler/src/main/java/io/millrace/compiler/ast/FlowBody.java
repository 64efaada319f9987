/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/**
 * What a flow does: the part behind {@code AS} of {@code CREATE FLOW}, or the inline flow of a
 * table.
 */
public sealed interface FlowBody
        permits InsertFlow,
                ReplaceWhereFlow,
                ReplaceUsingFlow,
                AutoCdcFlow,
                AutoCdcFromSnapshotFlow {

    SourceSpan span();

    <R> R accept(FlowBodyVisitor<R> visitor);
}
