/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;

/** {@code SET TAGS | UNSET TAGS}. */
public record AlterTags(SourceSpan span, AlterVerb verb, SourceSpan tags) implements AlterAction {

    public AlterTags {
        requireNonNull(span, "span");
        requireNonNull(verb, "verb");
        requireNonNull(tags, "tags");
    }
}
