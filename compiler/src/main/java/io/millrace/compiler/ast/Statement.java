/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/** One statement of a source file, without its semicolon. */
public sealed interface Statement
        permits CreateStreamingTable,
                CreateMaterializedView,
                CreateMetricView,
                CreateView,
                CreateTable,
                CreateFlow,
                CreateSink,
                ApplyChanges,
                SetProperty,
                UseNamespace,
                RefreshDataset,
                AlterDataset,
                DropDataset,
                ExplainMaterializedView,
                OtherStatement {

    SourceSpan span();

    <R> R accept(StatementVisitor<R> visitor);
}
