/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.query.OutputColumn;
import io.millrace.compiler.query.QueryOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of a dataset, from its column list or from its queries, as far as they are known. */
final class OutputColumns {

    private final PipelineModel pipeline;

    OutputColumns(PipelineModel pipeline) {
        this.pipeline = pipeline;
    }

    DeclaredColumns of(DatasetDeclaration dataset) {
        DeclaredColumns declared = DeclaredColumns.of(dataset);
        if (declared.areKnown()) {
            return declared;
        }
        List<String> names = new ArrayList<>();
        if (dataset.metrics().isPresent()) {
            dataset.metrics().get().columns().forEach(column -> names.add(column.name()));
            return DeclaredColumns.of(names, dataset.scope().settings());
        }
        for (ResolvedFlow flow : pipeline.flowsInto(dataset.name())) {
            QueryOutput output = flow.query().output();
            boolean known =
                    output.complete()
                            && output.unnamed().isEmpty()
                            && !flow.declaration().isCdc()
                            && !flow.query().hasErrors();
            if (!known) {
                return DeclaredColumns.of(List.of(), Map.of());
            }
            output.columns().stream()
                    .map(OutputColumn::name)
                    .forEach(name -> names.add(name.orElseThrow()));
        }
        return DeclaredColumns.of(names, dataset.scope().settings());
    }
}
