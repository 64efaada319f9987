/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * {@code REFRESH [STREAMING TABLE | MATERIALIZED VIEW | TABLE] name [FULL] [WHERE ...] [SYNC |
 * ASYNC]}.
 */
public record RefreshDataset(
        SourceSpan span,
        DatasetWord word,
        QualifiedName name,
        boolean full,
        Optional<SqlFragment> where,
        RefreshMode mode)
        implements Statement {

    public RefreshDataset {
        requireNonNull(span, "span");
        requireNonNull(word, "word");
        requireNonNull(name, "name");
        requireNonNull(where, "where");
        requireNonNull(mode, "mode");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitRefreshDataset(this);
    }
}
