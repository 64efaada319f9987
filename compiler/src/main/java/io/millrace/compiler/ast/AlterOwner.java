/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code [SET] OWNER TO principal}. */
public record AlterOwner(SourceSpan span, Identifier principal) implements AlterAction {

    public AlterOwner {
        requireNonNull(span, "span");
        requireNonNull(principal, "principal");
    }
}
