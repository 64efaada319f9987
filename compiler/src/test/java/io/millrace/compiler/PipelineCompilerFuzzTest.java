/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever the text, compiling ends soon and with diagnostics alone. Inputs come from a seed, so
 * that a failure can be tried again; {@code -Dmillrace.fuzz.iterations} and {@code
 * -Dmillrace.fuzz.seed} ask for more.
 */
class PipelineCompilerFuzzTest {

    private static final int ITERATIONS = Integer.getInteger("millrace.fuzz.iterations", 400);
    private static final long SEED = Long.getLong("millrace.fuzz.seed", 42);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String[] SNIPPETS = {
        ";",
        "'",
        "\"",
        "`",
        "/*",
        "*/",
        "--",
        "\n",
        "(",
        ")",
        "$$",
        "${",
        "${a}",
        ":x",
        "{{",
        "}}",
        "STREAM",
        "FLOW",
        "AS",
        "BY NAME",
        "ONCE",
        "LIVE.",
        "CREATE",
        "KEYS (",
        "EXPECT (",
        "\u0000",
        "\uD83D\uDE00",
        "\uD83D",
        "\uFEFF",
        "\r\n",
        "0x",
        "1e",
        "::",
        "=>",
        "|>",
        "BEGIN",
        "END",
        "IDENTIFIER(",
        "%python",
        "-- COMMAND ----------",
        "SET a = ",
        "USE CATALOG ",
        "CASE WHEN "
    };

    private static final List<String> CORPUS = new ArrayList<>();

    @BeforeAll
    static void readCorpus() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".sql")).sorted().toList()) {
                String text = Files.readString(file, StandardCharsets.UTF_8);
                if (text.length() < 5_000) {
                    CORPUS.add(text);
                }
            }
        }
        assertThat(CORPUS).isNotEmpty();
    }

    @Test
    void changedStatementsGiveDiagnosticsOnly() {
        Random random = new Random(SEED);
        for (int i = 0; i < ITERATIONS; i++) {
            compile("mutation " + i + " of seed " + SEED, mutate(random));
        }
    }

    @Test
    void randomTextGivesDiagnosticsOnly() {
        Random random = new Random(SEED + 1);
        for (int i = 0; i < ITERATIONS / 4; i++) {
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            compile("bytes " + i, new String(bytes, StandardCharsets.UTF_8));
            compile("latin " + i, new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void deepNestingGivesDiagnosticsOnly() {
        String[][] shapes = {
            {"(", ")"},
            {"(SELECT ", ")"},
            {"array(", ")"},
            {"CASE WHEN ", " THEN 1 END"},
            {"NOT ", ""},
            {"- ", ""},
            {"/* ", " */"},
            {"`", "`"},
            {"a.", ""},
            {"a[", "]"},
            {"STRUCT<a: ", ">"},
            {"x -> ", ""},
            {"1 + ", ""},
            {"BEGIN ", " END;"}
        };
        for (String[] shape : shapes) {
            for (int depth : new int[] {50, 5_000}) {
                String nested = shape[0].repeat(depth) + "1" + shape[1].repeat(depth);
                compile("nested " + shape[0], "CREATE MATERIALIZED VIEW m AS SELECT " + nested);
                compile("table of " + shape[0], "CREATE STREAMING TABLE t (a " + nested + ");");
                compile("alone " + shape[0], nested);
            }
        }
    }

    @Test
    void hugeTextGivesDiagnosticsOnly() {
        compile("comment", "-- " + "x".repeat(5_000_000) + "\nCREATE VIEW v AS SELECT 1 AS x;");
        compile("string", "CREATE VIEW v AS SELECT '" + "x".repeat(5_000_000) + "' AS x;");
        compile("open string", "CREATE VIEW v AS SELECT '" + "x;".repeat(500_000));
        compile("semicolons", ";".repeat(1_000_000));
        compile("columns", "CREATE VIEW v AS SELECT " + "a, ".repeat(20_000) + "a FROM t;");
        compile("unions", "CREATE VIEW v AS SELECT 1 AS a" + " UNION ALL SELECT 1".repeat(1_000));
        compile("words", "word ".repeat(300_000));
    }

    private static String mutate(Random random) {
        StringBuilder text = new StringBuilder(pick(random));
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(text.length() + 1);
            int end = Math.min(text.length(), at + random.nextInt(30));
            switch (random.nextInt(6)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, SNIPPETS[random.nextInt(SNIPPETS.length)]);
                case 2 -> text.insert(at, text.substring(at, end));
                case 3 -> text.replace(at, end, SNIPPETS[random.nextInt(SNIPPETS.length)]);
                case 4 -> text.setLength(at);
                default -> {
                    String other = pick(random);
                    int from = random.nextInt(other.length() + 1);
                    text.insert(at, other, from, Math.min(other.length(), from + 80));
                }
            }
        }
        return text.toString();
    }

    private static String pick(Random random) {
        return CORPUS.get(random.nextInt(CORPUS.size()));
    }

    private static void compile(String what, String text) {
        long start = cpuTime();
        CompileResult result;
        try {
            result =
                    PipelineCompiler.compile(
                            List.of(SourceFile.of("fuzz.sql", text)),
                            new CompileOptions(
                                    "fuzz",
                                    "spark_catalog",
                                    "default",
                                    Map.of("a", "b"),
                                    Map.of("x", ParameterValue.string("y"))));
            DiagnosticRenderer.plain().render(result.diagnostics());
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(what + ":\n" + shorten(text), e);
        }
        for (Diagnostic diagnostic : result.diagnostics()) {
            if (diagnostic.code() == ErrorCode.MILLRACE_INTERNAL_ERROR) {
                fail(what + ": " + diagnostic.message() + "\n" + shorten(text));
            }
        }
        assertThat(Duration.ofNanos(cpuTime() - start))
                .as(what + ":\n" + shorten(text))
                .isLessThan(LIMIT);
    }

    /** Time that counts even when the machine is busy with other things. */
    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static String shorten(String text) {
        return text.length() <= 2_000 ? text : text.substring(0, 2_000) + "...";
    }
}
