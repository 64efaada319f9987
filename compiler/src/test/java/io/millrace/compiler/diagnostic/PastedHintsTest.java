/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.token.Quoted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a hint says to write can be pasted as it is, whatever the names in it. */
class PastedHintsTest {

    private static final Path PIPELINE =
            Path.of("src/test/resources/cases/names/odd-names-in-hints/pipeline.sql");

    /** The pieces of SQL in hints, and the statement that each belongs in. */
    private static final Map<Pattern, String> PIECES = new LinkedHashMap<>();

    static {
        piece("FROM STREAM ?.+?(?=,|$)", "CREATE STREAMING TABLE t AS SELECT * %s");
        piece("(?<=STREAM: )FROM .+?(?=,|$)", "CREATE MATERIALIZED VIEW t AS SELECT * %s");
        piece(
                "(?<!HISTORY ON )(?:COLUMNS )?\\* EXCEPT \\(.+?\\)",
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (k) SEQUENCE BY q %s");
        piece(
                "TRACK HISTORY ON \\* EXCEPT \\(.+?\\)",
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (k) SEQUENCE BY q"
                        + " STORED AS SCD TYPE 2 %s");
        piece(
                "SEQUENCE BY CAST\\(.+?\\)",
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (k) %s");
        piece("CREATE FLOW name AS INSERT INTO .+ BY NAME SELECT", "%s 1 AS a");
        piece("CREATE FLOW `.+?`", "%s AS INSERT INTO t BY NAME SELECT 1 AS a");
        piece(
                "(?:CREATE MATERIALIZED VIEW|CREATE TEMPORARY VIEW) [^,]+?(?= AS|,)",
                "%s AS SELECT 1");
        piece("CREATE STREAMING TABLE [^,]+$", "%s");
        piece("CREATE TABLE .+ FLOW INSERT BY NAME SELECT", "%s 1 AS a");
        piece("AUTO CDC ONCE INTO `.+`", "CREATE FLOW f AS %s FROM s KEYS (k) SEQUENCE BY q");
        piece("(?<=the columns are ).+", "CREATE MATERIALIZED VIEW m AS SELECT %s FROM s");
    }

    private static void piece(String pattern, String statement) {
        PIECES.put(Pattern.compile(pattern), statement);
    }

    @Test
    void everyPieceOfSqlInAHintCanBeRead() throws IOException {
        List<String> seen = new ArrayList<>();
        for (Diagnostic diagnostic : compile(Files.readString(PIPELINE))) {
            for (Map.Entry<Pattern, String> piece : PIECES.entrySet()) {
                Matcher found = piece.getKey().matcher(diagnostic.hint().orElse(""));
                while (found.find()) {
                    String statement = piece.getValue().formatted(found.group());
                    seen.add(piece.getValue());
                    assertThat(compile(statement))
                            .as(statement)
                            .noneMatch(problem -> problem.code().name().contains("SYNTAX"));
                }
            }
        }
        assertThat(seen).containsAll(PIECES.values());
    }

    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "_x1, _x1",
        "unit price, `unit price`",
        "a.b, `a.b`",
        "größe, `größe`",
        "1st, `1st`",
        "select, `select`",
        "Order, `Order`",
        "a`b, `a``b`"
    })
    void quotesWhatNeedsIt(String name, String sql) {
        assertThat(Quoted.asNeeded(name)).isEqualTo(sql);
    }

    @Test
    void quotesInSentencesWithoutMakingOneNameOfTwo() {
        assertThat(Quoted.inText(List.of("a", "b"))).isEqualTo("`a.b`");
        assertThat(Quoted.inText(List.of("a", "b c"))).isEqualTo("a.`b c`");
        assertThat(Quoted.list(List.of("a", "b c"))).isEqualTo("a, `b c`");
    }

    private static List<Diagnostic> compile(String text) {
        return PipelineCompiler.compile(
                        List.of(SourceFile.of("pipeline.sql", text)),
                        new CompileOptions("p", "spark_catalog", "default", Map.of(), Map.of()))
                .diagnostics();
    }
}
