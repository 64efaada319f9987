/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.regex.Pattern;

/** A flow matches columns by name, never by position, and says so. */
final class ByNameCheck implements Check {

    private static final Pattern COLUMN_LIST =
            Pattern.compile("\\(\\s*[\\w`]+\\s*(,\\s*[\\w`]+\\s*)*\\)");

    /** Whether a column list stands in front of the query, where a flow takes none. */
    static boolean hasColumnList(FlowDeclaration flow) {
        return flow.insert().isPresent() && COLUMN_LIST.matcher(flow.query().text()).lookingAt();
    }

    private static void reportColumnList(FlowDeclaration flow, Diagnostics diagnostics) {
        SourceSpan query = flow.query().span();
        int end = query.text().indexOf(')') + 1;
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_INSERT_COLUMN_LIST,
                                query.file().span(query.start(), query.start() + end),
                                flow.name())
                        .withHint(
                                "write BY NAME, and give the columns of the query these names with"
                                        + " AS"));
    }

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
            if (hasColumnList(declaration)) {
                reportColumnList(declaration, diagnostics);
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
