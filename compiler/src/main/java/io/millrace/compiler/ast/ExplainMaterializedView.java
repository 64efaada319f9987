/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code EXPLAIN CREATE MATERIALIZED VIEW}. */
public record ExplainMaterializedView(SourceSpan span, CreateMaterializedView statement)
        implements Statement {

    public ExplainMaterializedView {
        requireNonNull(span, "span");
        requireNonNull(statement, "statement");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitExplainMaterializedView(this);
    }
}
