/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * {@code CONSTRAINT name EXPECT (...) [ON VIOLATION ...]}.
 *
 * @param quarantine the table of {@code QUARANTINE ROW INTO t}
 */
public record Expectation(
        SourceSpan span,
        Identifier name,
        ExpectationRule rule,
        ViolationAction action,
        Optional<QualifiedName> quarantine)
        implements TableElement {

    public Expectation {
        requireNonNull(span, "span");
        requireNonNull(name, "name");
        requireNonNull(rule, "rule");
        requireNonNull(action, "action");
        requireNonNull(quarantine, "quarantine");
    }
}
