/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryParserTest {

    private static QueryAnalysis analyze(String sql) {
        SourceFile file = SourceFile.of("a.sql", sql);
        return QueryParser.analyze(new SourceSpan(file, 0, sql.length()));
    }

    /** {@code stream a.b} or {@code a.b} for each input. */
    private static List<String> inputs(String sql) {
        QueryAnalysis analysis = analyze(sql);
        assertThat(analysis.diagnostics()).as(sql).isEmpty();
        return analysis.inputs().stream()
                .map(
                        input ->
                                (input.streaming() ? "stream " : "")
                                        + String.join(".", input.name())
                                        + (input.kind() == RelationKind.FUNCTION ? "()" : ""))
                .toList();
    }

    @Test
    void findsInputsWhereverTheyHide() {
        assertThat(
                        inputs(
                                "WITH x AS (SELECT * FROM a) SELECT (SELECT max(v) FROM c), id FROM"
                                        + " x WHERE id IN (SELECT id FROM b) AND EXISTS (SELECT 1 FROM"
                                        + " d)"))
                .containsExactly("a", "c", "b", "d");
    }

    @Test
    void streamIsAnOrdinaryNameToo() {
        assertThat(
                        inputs(
                                "WITH stream AS (SELECT 1 AS stream) SELECT stream.stream FROM"
                                        + " stream WHERE 'stream' <> ''"))
                .isEmpty();
        assertThat(inputs("SELECT * FROM STREAM stream")).containsExactly("stream stream");
        assertThat(inputs("SELECT * FROM STREAM(stream)")).containsExactly("stream stream");
    }
}
