/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A dataset is defined once, whatever its kind, the case of its letters and how much of its name is
 * written. A temporary view or a sink goes by its bare name and so clashes with a dataset of that
 * name in the catalog and schema where it is declared.
 */
final class DuplicateDatasetCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, DatasetDeclaration> seen = new HashMap<>();
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            Optional<DatasetDeclaration> first =
                    keys(dataset).stream()
                            .map(seen::get)
                            .filter(other -> other != null)
                            .findFirst();
            first.ifPresent(other -> report(dataset, other, diagnostics));
            keys(dataset).forEach(key -> seen.putIfAbsent(key, dataset));
        }
    }

    private static List<String> keys(DatasetDeclaration dataset) {
        DatasetName name = dataset.name();
        if (name.parts().size() > 1) {
            return List.of(name.key());
        }
        return List.of(name.key(), Names.qualify(name.parts(), dataset.scope()).key());
    }

    private static void report(
            DatasetDeclaration dataset, DatasetDeclaration first, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_DUPLICATE_DATASET,
                                dataset.nameSpan(),
                                dataset.written(),
                                Words.withArticle(dataset.word()),
                                Words.withArticle(first.word()))
                        .withLabel("defined again")
                        .withHint("give one of the two another name, or remove it")
                        .withRelated(first.nameSpan(), "first defined here"));
    }
}
