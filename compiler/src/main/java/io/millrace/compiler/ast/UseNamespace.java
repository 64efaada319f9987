/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/**
 * {@code USE CATALOG}, {@code USE SCHEMA} (or {@code DATABASE}, {@code NAMESPACE}), {@code SET
 * CATALOG}: acts on what follows in the same file.
 *
 * @param name an identifier, a string, or {@code IDENTIFIER(...)}
 */
public record UseNamespace(SourceSpan span, NamespaceKind kind, SqlFragment name)
        implements Statement {

    public UseNamespace {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
    }

    @Override
    public <R> R accept(StatementVisitor<R> visitor) {
        return visitor.visitUseNamespace(this);
    }
}
