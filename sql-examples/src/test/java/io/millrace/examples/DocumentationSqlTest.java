/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.RunErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compiles the SQL in the documentation: a block {@code sql} is a pipeline without errors, a block
 * {@code sql fails CODE} has an error of that code. {@code sql name=value} gives a parameter,
 * {@code sql fragment} is no whole pipeline, {@code sql session} is run by a test of its own, and
 * so are the pages in {@code doors}. In {@code errors.md} a block has the code of its section.
 */
class DocumentationSqlTest {

    private static final Pattern CODE = Pattern.compile("MILLRACE_[A-Z0-9_]*[A-Z0-9]");
    private static final String FAILS = "fails";

    /** Their SQL is cut down to what is wrong; the compiler's golden cases have the whole. */
    private static final Set<String> PAGES_OF_ERRORS = Set.of("errors.md", "run-errors.md");

    /** Pages that name environment variables, which look like codes. */
    private static final Set<String> WITH_VARIABLES =
            Set.of("command-line.md", "project-files.md", "secrets.md");

    @TestFactory
    Stream<DynamicTest> compilesAsThePageSays() {
        List<FencedBlock> blocks = new ArrayList<>(sqlBlocks(Repository.README));
        for (Path page : Repository.markdown(Repository.DOCS)) {
            if (!PAGES_OF_ERRORS.contains(page.getFileName().toString())
                    && !page.getParent().endsWith("doors")) {
                blocks.addAll(sqlBlocks(page));
            }
        }
        return blocks.stream()
                .map(block -> DynamicTest.dynamicTest(place(block), () -> check(block)));
    }

    private static List<FencedBlock> sqlBlocks(Path page) {
        return FencedBlock.of(page).stream()
                .filter(block -> block.info().equals("sql") || block.info().startsWith("sql "))
                .filter(block -> !block.info().equals("sql fragment"))
                .filter(block -> !block.info().equals("sql session"))
                .toList();
    }

    private static String place(FencedBlock block) {
        return Repository.ROOT.relativize(block.file()) + ":" + block.firstLine();
    }

    private static void check(FencedBlock block) {
        List<String> words = List.of(block.info().split(" +"));
        List<Diagnostic> found = compile(block.text(), parameters(words));
        if (words.contains(FAILS)) {
            String code = words.get(words.indexOf(FAILS) + 1);
            assertThat(found).extracting(Diagnostic::code).contains(ErrorCode.valueOf(code));
            return;
        }
        assertThat(found).filteredOn(Diagnostic::isError).extracting(Diagnostic::code).isEmpty();
    }

    private static Map<String, ParameterValue> parameters(List<String> words) {
        Map<String, ParameterValue> parameters = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        word.substring(0, equals),
                        ParameterValue.string(word.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static List<Diagnostic> compile(String sql, Map<String, ParameterValue> parameters) {
        CompileOptions options =
                new CompileOptions("page", "spark_catalog", "default", Map.of(), parameters);
        List<SourceFile> sources = List.of(SourceFile.of("page.sql", sql));
        return PipelineCompiler.compile(sources, options).diagnostics();
    }

    @Test
    void namesOnlyErrorCodesThatExist() throws IOException {
        Set<String> known = new TreeSet<>();
        Arrays.stream(ErrorCode.values()).forEach(code -> known.add(code.name()));
        Arrays.stream(RunErrorCode.values()).forEach(code -> known.add(code.name()));
        Set<String> named = new TreeSet<>();
        for (Path page : Repository.markdown(Repository.DOCS.resolve("reference"))) {
            if (WITH_VARIABLES.contains(page.getFileName().toString())) {
                continue;
            }
            Matcher matcher = CODE.matcher(Files.readString(page));
            while (matcher.find()) {
                named.add(matcher.group());
            }
        }
        assertThat(known).containsAll(named);
    }
}
