/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.AstPrinter;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AstPrinterTest {

    @TestFactory
    Stream<DynamicTest> printsWhatParsesToTheSame() {
        return Corpus.files().stream()
                .map(file -> DynamicTest.dynamicTest(file.name(), () -> printsTheSame(file)));
    }

    private static void printsTheSame(SourceFile file) {
        List<Statement> statements = parse(file);
        String printed = print(statements);
        List<Statement> again = parse(SourceFile.of("printed.sql", printed));
        assertThat(print(again)).isEqualTo(printed);
        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFieldsOfTypes(SourceSpan.class)
                .ignoringFieldsMatchingRegexes(".*legacy")
                .isEqualTo(statements);
    }

    private static List<Statement> parse(SourceFile file) {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements = PipelineParser.parse(file, diagnostics);
        assertThat(diagnostics.inSourceOrder()).isEmpty();
        return statements;
    }

    private static String print(List<Statement> statements) {
        return statements.stream().map(AstPrinter::print).collect(Collectors.joining(";\n\n"));
    }

    @Test
    void printsTheModernSpelling() {
        assertThat(
                        print(
                                parse(
                                        SourceFile.of(
                                                "a.sql",
                                                "create or refresh temporary streaming live table `my table` comment \"it's\""
                                                        + " as select *\n  from stream(live.b)"))))
                .isEqualTo(
                        """
                        CREATE OR REFRESH PRIVATE STREAMING TABLE `my table`
                        COMMENT 'it\\'s'
                        AS select *
                          from stream(live.b)""");
    }
}
