/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** {@code SET TBLPROPERTIES}. */
public record AlterProperties(SourceSpan span, AlterVerb verb, List<Property> properties)
        implements AlterAction {

    public AlterProperties {
        requireNonNull(span, "span");
        requireNonNull(verb, "verb");
        properties = List.copyOf(properties);
    }
}
