/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code DROP MATERIALIZED VIEW | TABLE | VIEW | FLOW | SINK}. */
public record DropDataset(SourceSpan span, DatasetWord word, boolean ifExists, QualifiedName name)
        implements Statement {

    public DropDataset {
        requireNonNull(span, "span");
        requireNonNull(word, "word");
        requireNonNull(name, "name");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitDropDataset(this);
    }
}
