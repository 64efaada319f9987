/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CorpusTest {

    @TestFactory
    Stream<DynamicTest> parsesEveryIdiom() {
        return Corpus.files().stream()
                .map(file -> DynamicTest.dynamicTest(file.name(), () -> parses(file)));
    }

    private static void parses(SourceFile file) {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements = PipelineParser.parse(file, diagnostics);
        assertThat(diagnostics.inSourceOrder())
                .extracting(
                        diagnostic -> diagnostic.span().orElseThrow() + " " + diagnostic.message())
                .isEmpty();
        assertThat(statements).isNotEmpty();
    }
}
