/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * A data type as Spark reads it.
 *
 * @param ddl the type in Spark's own spelling, such as {@code STRUCT<a: INT>}; empty when it is
 *     wrong
 */
public record DataTypeAnalysis(Optional<String> ddl, List<Diagnostic> diagnostics) {

    public DataTypeAnalysis {
        requireNonNull(ddl, "ddl");
        diagnostics = List.copyOf(diagnostics);
    }
}
