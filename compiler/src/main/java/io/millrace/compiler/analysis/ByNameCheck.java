/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;

/** A flow matches columns by name, never by position, and says so. */
final class ByNameCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            FlowDeclaration declaration = flow.declaration();
            boolean byName =
                    declaration.insert().map(InsertFlow::byName).orElse(true)
                            && declaration.replaceWhere().map(ReplaceWhereFlow::byName).orElse(true)
                            && declaration
                                    .replaceUsing()
                                    .map(ReplaceUsingFlow::byName)
                                    .orElse(true);
            if (byName || declaration.body().isEmpty()) {
                continue;
            }
            SourceSpan body = declaration.body().get().span();
            SourceSpan query = declaration.query().span();
            String head = body.file().text().substring(body.start(), query.start()).strip();
            SourceSpan headSpan =
                    head.isEmpty()
                            ? query
                            : body.file().span(body.start(), body.start() + head.length());
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_BY_NAME_MISSING, headSpan, declaration.name())
                            .withHint(
                                    "write "
                                            + head.replaceAll("\\s+", " ")
                                            + " BY NAME SELECT ..."));
        }
    }
}
