/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorCodesTest {

    private static final Path ERRORS = Path.of("../docs/errors.md");
    private static final Path TESTS = Path.of("src/test");

    @Test
    void codesAreSortedByName() {
        assertThat(Arrays.stream(ErrorCode.values()).map(Enum::name)).isSorted();
    }

    @Test
    void codesBeginWithThePrefixAndHaveAnSqlState() {
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(code.name()).matches("MILLRACE_[A-Z0-9_]+");
            assertThat(code.sqlState()).as(code.name()).matches("[0-9A-Z]{5}");
        }
    }

    @Test
    void templatesTakeTextOnly() {
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(code.template().replace("%s", "")).as(code.name()).doesNotContain("%");
            assertThat(code.template()).as(code.name()).doesNotEndWith(".");
        }
    }

    @Test
    void messagesFillTheirTemplates() throws IOException {
        for (Path folder : CompileCasesTest.cases()) {
            for (Diagnostic diagnostic : CompileCasesTest.compile(folder).diagnostics()) {
                assertThat(diagnostic.message())
                        .as(folder.toString())
                        .matches(asPattern(diagnostic.code().template()))
                        .doesNotContain("%s");
            }
        }
    }

    private static Pattern asPattern(String template) {
        String pattern =
                Arrays.stream(template.split("%s", -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*"));
        return Pattern.compile(pattern, Pattern.DOTALL);
    }

    @Test
    void everyCodeHasASectionInTheDocumentation() throws IOException {
        List<String> sections =
                Files.readAllLines(ERRORS).stream()
                        .filter(line -> line.startsWith("## "))
                        .map(line -> line.substring(3))
                        .toList();
        assertThat(sections)
                .containsExactly(
                        Arrays.stream(ErrorCode.values()).map(Enum::name).toArray(String[]::new));
    }

    @Test
    void everyCodeIsShownByACaseOrATest() throws IOException {
        Set<ErrorCode> missing = EnumSet.allOf(ErrorCode.class);
        // Nothing is known to lead to it, which is the point of it.
        missing.remove(ErrorCode.MILLRACE_INTERNAL_ERROR);
        // Reading files and project files comes before compiling.
        missing.removeIf(code -> code.name().matches("MILLRACE_(FILE|PATH|PROJECT)_.*"));
        Pattern names = Pattern.compile("MILLRACE_[A-Z0-9_]+");
        for (Path file : texts()) {
            Matcher matcher = names.matcher(Files.readString(file, StandardCharsets.UTF_8));
            while (matcher.find()) {
                String name = matcher.group();
                missing.removeIf(candidate -> candidate.name().equals(name));
            }
        }
        assertThat(missing).isEmpty();
    }

    private static List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(Files::isRegularFile)
                    .filter(
                            file ->
                                    file.toString().endsWith(".java")
                                            || file.toString().endsWith("expected.errors.txt"))
                    .filter(file -> !file.endsWith("ErrorCodesTest.java"))
                    .toList();
        }
    }
}
