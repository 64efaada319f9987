/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.SourceFile;
import io.millrace.grammar.MillraceParser;
import io.millrace.grammar.PipelineTokens;
import io.millrace.grammar.StatementSplitter;
import io.millrace.grammar.StatementTokens;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.atn.ATNConfigSet;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.dfa.DFA;
import org.antlr.v4.runtime.misc.Interval;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class AmbiguityTest {

    @TestFactory
    Stream<DynamicTest> readsEveryIdiomInOneWayOnly() {
        return Corpus.files().stream()
                .filter(file -> !file.name().contains("notebook"))
                .map(file -> DynamicTest.dynamicTest(file.name(), () -> readsInOneWay(file)));
    }

    private static void readsInOneWay(SourceFile file) {
        for (StatementTokens statement : StatementSplitter.split(PipelineTokens.lex(file.text()))) {
            MillraceParser parser =
                    new MillraceParser(
                            new CommonTokenStream(new ListTokenSource(statement.marked())));
            Reports reports = new Reports();
            parser.removeErrorListeners();
            parser.addErrorListener(reports);
            parser.getInterpreter().setPredictionMode(PredictionMode.LL_EXACT_AMBIG_DETECTION);
            parser.singleStatement();
            assertThat(reports.found).isEmpty();
        }
    }

    /** Collects ambiguities and syntax errors. */
    private static final class Reports extends BaseErrorListener {

        private final List<String> found = new ArrayList<>();

        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                Object symbol,
                int line,
                int column,
                String message,
                RecognitionException e) {
            found.add(line + ":" + column + " " + message);
        }

        @Override
        public void reportAmbiguity(
                Parser parser,
                DFA dfa,
                int start,
                int stop,
                boolean exact,
                BitSet alternatives,
                ATNConfigSet configs) {
            String rule = parser.getRuleNames()[dfa.atnStartState.ruleIndex];
            String text = parser.getTokenStream().getText(Interval.of(start, stop));
            found.add("rule " + rule + " is ambiguous at " + text);
        }
    }
}
