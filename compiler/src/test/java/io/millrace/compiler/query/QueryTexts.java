/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;

/** Short ways to analyse a text in tests. */
final class QueryTexts {

    private QueryTexts() {}

    static SourceSpan span(String sql) {
        return new SourceSpan(SourceFile.of("a.sql", sql), 0, sql.length());
    }

    static QueryAnalysis analyze(String sql) {
        return QueryParser.analyze(span(sql));
    }

    static QueryAnalysis valid(String sql) {
        QueryAnalysis analysis = analyze(sql);
        assertThat(analysis.diagnostics()).as(sql).isEmpty();
        return analysis;
    }

    /** {@code stream a.b} or {@code a.b} for each input; functions with brackets. */
    static List<String> inputs(String sql) {
        return valid(sql).inputs().stream()
                .map(
                        input ->
                                (input.streaming() ? "stream " : "")
                                        + String.join(".", input.name())
                                        + (input.kind() == RelationKind.FUNCTION ? "()" : ""))
                .toList();
    }

    /** The one diagnostic of a text in which carets mark the place: {@code SELECT ^FORM^ t}. */
    static Diagnostic problem(String marked) {
        String sql = marked.replace("^", "");
        QueryAnalysis analysis = analyze(sql);
        return at(marked, analysis.diagnostics());
    }

    static Diagnostic at(String marked, List<Diagnostic> diagnostics) {
        int start = marked.indexOf('^');
        int end = marked.lastIndexOf('^') - 1;
        assertThat(diagnostics).as(marked).hasSize(1);
        SourceSpan span = diagnostics.get(0).span().orElseThrow();
        String found =
                new StringBuilder(marked.replace("^", ""))
                        .insert(span.end(), '^')
                        .insert(span.start(), '^')
                        .toString();
        assertThat(found).isEqualTo(marked);
        assertThat(span.start()).isEqualTo(start);
        assertThat(span.end()).isEqualTo(end);
        return diagnostics.get(0);
    }
}
