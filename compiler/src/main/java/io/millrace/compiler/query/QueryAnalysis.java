/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/**
 * What a query reads and does.
 *
 * @param span the query in its file
 * @param sql what Spark has to run; as written when the query has errors
 * @param inputs in source order; empty when the query has syntax errors
 * @param facts in source order
 * @param watermarked whether its rows come through a WATERMARK clause
 * @param diagnostics what is wrong with the query itself
 */
public record QueryAnalysis(
        SourceSpan span,
        RewrittenSql sql,
        List<QueryInput> inputs,
        List<QueryFact> facts,
        boolean watermarked,
        QueryOutput output,
        List<Diagnostic> diagnostics) {

    public QueryAnalysis {
        requireNonNull(span, "span");
        requireNonNull(sql, "sql");
        inputs = List.copyOf(inputs);
        facts = List.copyOf(facts);
        requireNonNull(output, "output");
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }

    /** Whether any input is read as a stream. */
    public boolean streaming() {
        return inputs.stream().anyMatch(QueryInput::streaming);
    }

    /** The facts of one kind, in source order. */
    public List<QueryFact> facts(QueryFact.Kind kind) {
        return facts.stream().filter(fact -> fact.kind() == kind).toList();
    }
}
