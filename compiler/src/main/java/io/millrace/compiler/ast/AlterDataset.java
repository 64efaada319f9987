/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code ALTER STREAMING TABLE | MATERIALIZED VIEW}. */
public record AlterDataset(
        SourceSpan span, DatasetWord word, QualifiedName name, AlterAction action)
        implements Statement {

    public AlterDataset {
        requireNonNull(span, "span");
        requireNonNull(word, "word");
        requireNonNull(name, "name");
        requireNonNull(action, "action");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitAlterDataset(this);
    }
}
