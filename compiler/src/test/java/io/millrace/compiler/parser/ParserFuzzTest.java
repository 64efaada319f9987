/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.AstPrinter;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceFile;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Changes the corpus at random, with a seed: nothing may throw or take long. */
class ParserFuzzTest {

    private static final int ROUNDS = Integer.getInteger("millrace.fuzz.rounds", 1_500);

    private static final List<String> PIECES =
            List.of(
                    "'",
                    "\"",
                    "`",
                    "(",
                    ")",
                    "<",
                    ">",
                    "/*",
                    "*/",
                    "--",
                    "\n",
                    ";",
                    "$$",
                    "${",
                    "}",
                    "{{",
                    "%",
                    "\\",
                    " AS ",
                    " BY NAME ",
                    " KEYS (",
                    " FROM ",
                    " CONSTRAINT ",
                    " EXPECT ",
                    " ONCE ",
                    "\uD83D",
                    "\uDE80",
                    "\u0000",
                    "\uFEFF",
                    " BEGIN ",
                    " END ",
                    ",",
                    ".",
                    "-- COMMAND ----------\n",
                    "-- Databricks notebook source\n",
                    "STREAM ",
                    " SEQUENCE BY ",
                    " WHERE ",
                    "ARRAY<",
                    "\r");

    private final Random random = new Random(20_260_101);

    @Test
    void survivesAnyChangeOfTheCorpus() {
        List<SourceFile> files = Corpus.files();
        for (int round = 0; round < ROUNDS; round++) {
            String text = files.get(random.nextInt(files.size())).text();
            for (int change = random.nextInt(4); change >= 0; change--) {
                text = changed(text, files);
            }
            assertSurvives(text);
        }
    }

    @Test
    void survivesRandomBytes() {
        byte[] bytes = new byte[2_000];
        for (int round = 0; round < 100; round++) {
            random.nextBytes(bytes);
            assertSurvives(new String(bytes, ISO_8859_1));
        }
    }

    private String changed(String text, List<SourceFile> files) {
        if (text.isEmpty()) {
            return "x";
        }
        int from = random.nextInt(text.length());
        int to = Math.min(text.length(), from + random.nextInt(12));
        return switch (random.nextInt(5)) {
            case 0 -> text.substring(0, from) + text.substring(to);
            case 1 ->
                    text.substring(0, from)
                            + PIECES.get(random.nextInt(PIECES.size()))
                            + text.substring(from);
            case 2 -> text.substring(0, from);
            case 3 -> text.substring(0, to) + text.substring(from);
            default -> {
                String other = files.get(random.nextInt(files.size())).text();
                yield text.substring(0, from) + other.substring(random.nextInt(other.length()));
            }
        };
    }

    private static void assertSurvives(String text) {
        SourceFile file = SourceFile.of("fuzz.sql", text);
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements;
        try {
            statements =
                    Assertions.assertTimeout(
                            Duration.ofMinutes(3), () -> PipelineParser.parse(file, diagnostics));
            statements.forEach(AstPrinter::print);
        } catch (RuntimeException e) {
            throw new AssertionError("fails for:\n" + text, e);
        }
        assertThat(diagnostics.inSourceOrder()).allMatch(found -> found.span().isPresent());
        assertThat(statements).allMatch(statement -> statement.span().end() <= text.length());
    }
}
