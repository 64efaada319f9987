/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.Map;
import java.util.Optional;

/**
 * A side table takes the rows of one dataset and nothing else: so what it holds is exactly what
 * that dataset keeps out.
 */
final class QuarantineCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, DatasetDeclaration> owners = QuarantineTables.owners(pipeline.datasets());
        for (QuarantineTables.Use use : QuarantineTables.uses(pipeline.datasets())) {
            DatasetDeclaration owner = owners.get(use.table().key());
            if (!owner.equals(use.dataset())) {
                report(
                        use,
                        "it takes the rows of `" + owner.written() + "` already",
                        "give each dataset a table of its own",
                        diagnostics);
                continue;
            }
            pipeline.index()
                    .get(use.table())
                    .ifPresent(table -> checkTable(use, table, pipeline, diagnostics));
        }
    }

    private static void checkTable(
            QuarantineTables.Use use,
            DatasetDeclaration table,
            PipelineModel pipeline,
            Diagnostics diagnostics) {
        if (table.name().key().equals(use.dataset().name().key())) {
            report(
                    use,
                    "it is the table that the rows are kept out of",
                    "name another table, or leave INTO out",
                    diagnostics);
            return;
        }
        if (table.kind() != DatasetKind.STREAMING_TABLE) {
            report(
                    use,
                    "it is declared as " + Words.withArticle(table.word()),
                    "declare it as a streaming table without a query, or not at all",
                    diagnostics);
            return;
        }
        Optional<ResolvedFlow> flow = pipeline.flowsInto(table.name()).stream().findFirst();
        if (flow.isPresent()) {
            report(
                    use,
                    "flow `" + flow.get().name() + "` writes it",
                    "name a table of its own",
                    diagnostics);
        }
    }

    private static void report(
            QuarantineTables.Use use, String why, String hint, Diagnostics diagnostics) {
        SourceSpan span =
                use.expectation()
                        .quarantine()
                        .map(name -> name.span())
                        .orElse(use.expectation().name().span());
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_QUARANTINE_TABLE,
                                span,
                                use.table().last(),
                                use.dataset().written(),
                                why)
                        .withHint(hint));
    }
}
