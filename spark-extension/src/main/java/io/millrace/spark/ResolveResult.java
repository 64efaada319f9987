/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * The outcome of a dry run.
 *
 * @param datasets the schemas of the stored datasets that could be resolved, in source order
 * @param diagnostics what is wrong, in source order; what is wrong only because something upstream
 *     is, is left out
 */
public record ResolveResult(List<Schema> datasets, List<RunDiagnostic> diagnostics) {

    public ResolveResult {
        datasets = List.copyOf(datasets);
        diagnostics = List.copyOf(diagnostics);
    }

    /** The schema that a dataset has or will have. */
    public record Schema(String dataset, StructType schema) {}

    public boolean hasErrors() {
        return !diagnostics.isEmpty();
    }
}
