/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.ast.AstPrinter;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.Severity;
import io.millrace.compiler.graph.FlowGraphJson;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Takes and refuses the statements of {@code conformance/<page>}: each optional part of the syntax
 * on and off. What is taken also prints to text that parses to the same, and no value that the user
 * wrote is lost on the way to the flow graph.
 */
class ConformanceTest {

    private static final Path PAGES = Path.of("src/test/resources/conformance");

    /** Pages of statements that act on a pipeline from outside, so that they are only parsed. */
    private static final Set<String> OPERATIONS = Set.of("alter", "drop", "explain", "refresh");

    /** Words that end in an underscore: this is how cases mark the values that must not be lost. */
    private static final Pattern MARKED = Pattern.compile("\\b\\w+_\\b");

    @TestFactory
    Stream<DynamicContainer> everyPage() throws IOException {
        try (Stream<Path> pages = Files.list(PAGES)) {
            return pages.sorted().toList().stream().map(ConformanceTest::page);
        }
    }

    private static DynamicContainer page(Path page) {
        String name = page.getFileName().toString();
        return DynamicContainer.dynamicContainer(
                name,
                ConformanceCase.of(page).stream()
                        .map(
                                test ->
                                        DynamicTest.dynamicTest(
                                                (test.accepted() ? "takes " : "refuses ")
                                                        + test.name(),
                                                () -> run(name, test))));
    }

    private static void run(String page, ConformanceCase test) {
        boolean operation = OPERATIONS.contains(page);
        List<Diagnostic> diagnostics = operation ? parse(test) : compile(test);
        assertThat(diagnostics).allSatisfy(diagnostic -> assertThat(diagnostic.span()).isPresent());
        Severity least = test.accepted() ? Severity.WARNING : Severity.ERROR;
        Set<String> codes =
                diagnostics.stream()
                        .filter(diagnostic -> diagnostic.severity().compareTo(least) <= 0)
                        .map(diagnostic -> diagnostic.code().name())
                        .collect(Collectors.toSet());
        assertThat(codes).as("%s%n%s", test.sql(), diagnostics).isEqualTo(test.codes());
        assertThat(diagnostics.stream().anyMatch(ConformanceTest::isError))
                .as("%s", diagnostics)
                .isEqualTo(!test.accepted());
        if (test.accepted()) {
            printsTheSame(test);
        }
    }

    private static boolean isError(Diagnostic diagnostic) {
        return diagnostic.severity() == Severity.ERROR;
    }

    private static List<Diagnostic> parse(ConformanceCase test) {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements =
                PipelineParser.parse(SourceFile.of("case.sql", test.sql()), diagnostics);
        statements.stream()
                .filter(OtherStatement.class::isInstance)
                .map(Statement::span)
                .forEach(
                        span ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                ErrorCode.MILLRACE_NOT_A_PIPELINE_STATEMENT,
                                                span,
                                                span.text())));
        return diagnostics.inSourceOrder();
    }

    private static List<Diagnostic> compile(ConformanceCase test) {
        SourceFile file = SourceFile.of("case.sql", test.sql());
        CompileOptions options =
                new CompileOptions("case", "spark_catalog", "default", Map.of(), Map.of());
        CompileResult result =
                PipelineCompiler.compile(
                        List.of(file, SourceFile.of("setup.sql", test.setup())), options);
        if (test.accepted() && result.graph().isPresent()) {
            String graph = FlowGraphJson.write(result.graph().orElseThrow());
            Matcher marked = MARKED.matcher(test.sql());
            while (marked.find()) {
                assertThat(graph).as(test.sql()).contains(marked.group());
            }
        }
        return result.diagnostics();
    }

    private static void printsTheSame(ConformanceCase test) {
        List<Statement> statements = statements(test.sql());
        String printed = print(statements);
        List<Statement> again = statements(printed);
        assertThat(print(again)).isEqualTo(printed);
        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFieldsOfTypes(SourceSpan.class)
                .ignoringFieldsMatchingRegexes(".*legacy")
                .isEqualTo(statements);
    }

    private static List<Statement> statements(String text) {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements =
                PipelineParser.parse(SourceFile.of("printed.sql", text), diagnostics);
        assertThat(diagnostics.inSourceOrder()).as(text).noneMatch(ConformanceTest::isError);
        return statements;
    }

    private static String print(List<Statement> statements) {
        return statements.stream().map(AstPrinter::print).collect(Collectors.joining(";\n\n"));
    }
}
