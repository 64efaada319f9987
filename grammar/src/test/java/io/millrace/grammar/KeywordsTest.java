/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KeywordsTest {

    private static final List<String> TEMPLATES =
            List.of(
                    "CREATE STREAMING TABLE $ ($ INT COMMENT 'c', x STRING, CONSTRAINT $ EXPECT ($ > 0)) CLUSTER BY ($) AS SELECT $ AS $ FROM STREAM $ $",
                    "CREATE MATERIALIZED VIEW a.$ ($, b COMMENT 'x') AS SELECT 1",
                    "CREATE TEMPORARY VIEW $.$.b ($ COMMENT 'x') AS SELECT $.$ FROM $ AS $",
                    "CREATE TABLE $ ($ DECIMAL(1, 2) NOT NULL, PRIMARY KEY ($), FOREIGN KEY ($) REFERENCES $ ($))",
                    "CREATE FLOW $ COMMENT 'c' AS INSERT INTO $ BY NAME SELECT * FROM STREAM s",
                    "CREATE FLOW $ AS INSERT ONCE INTO $ SELECT 1",
                    "CREATE FLOW f AS INSERT INTO a.$ BY NAME SELECT 1",
                    "CREATE FLOW $ AS AUTO CDC INTO $ FROM STREAM $ KEYS ($, a) SEQUENCE BY $ STORED AS SCD TYPE 1",
                    "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) APPLY AS DELETE WHEN $ = 1 SEQUENCE BY s.$ COLUMNS $, b TRACK HISTORY ON ($)",
                    "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM(s) KEYS (id) APPLY AS DELETE WHEN a = $ COLUMNS * EXCEPT ($) SEQUENCE BY n COLUMNS TO UPDATE $",
                    "CREATE STREAMING TABLE t FLOW REPLACE WHERE $ > 1 BY NAME SELECT $ FROM a",
                    "CREATE STREAMING TABLE t FLOW REPLACE USING ($) SEQUENCE BY $ BY NAME SELECT 1",
                    "CREATE SINK $ USING kafka OPTIONS ($ = 1, a.$ = 'x')",
                    "CREATE STREAMING TABLE t TBLPROPERTIES ($ = true, pipelines.$.x = 'a')",
                    "REFRESH STREAMING TABLE $ FULL",
                    "REFRESH MATERIALIZED VIEW $ WHERE $ = 1 SYNC",
                    "REFRESH $",
                    "DROP TABLE IF EXISTS $",
                    "ALTER STREAMING TABLE $ ALTER COLUMN $ SET MASK $",
                    "USE SCHEMA $",
                    "USE a.$",
                    "SET a.$ = 1");

    @Test
    void putsEveryWordInOneList() {
        TreeSet<String> both = new TreeSet<>(Keywords.RESERVED);
        both.retainAll(Keywords.NON_RESERVED);
        assertThat(both).isEmpty();
        TreeSet<String> all = new TreeSet<>(Keywords.RESERVED);
        all.addAll(Keywords.NON_RESERVED);
        assertThat(all).isEqualTo(new TreeSet<>(Keywords.tokenTypes().keySet()));
    }

    @Test
    void takesEveryNonReservedWordAsIdentifierInTheGrammar() {
        ATN atn = MillraceParser._ATN;
        IntervalSet names = atn.nextTokens(atn.ruleToStartState[MillraceParser.RULE_nonReserved]);
        List<Integer> listed = names.toList();
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(
                        Keywords.NON_RESERVED.stream().map(Keywords.tokenTypes()::get).toList());
    }

    @TestFactory
    Stream<DynamicTest> takesEveryWordAsAName() {
        return Keywords.tokenTypes().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(word -> DynamicTest.dynamicTest(word.getKey(), () -> walk(word.getKey())));
    }

    private static void walk(String word) {
        List<String> failures = new ArrayList<>();
        for (String template : TEMPLATES) {
            String text = template.replace("$", word.toLowerCase(Locale.ROOT));
            List<StatementTokens> statements = StatementSplitter.split(PipelineTokens.lex(text));
            if (statements.size() != 1 || statements.get(0).head() != StatementHead.DIALECT) {
                failures.add(text + ": not one statement of the dialect");
                continue;
            }
            parse(statements.get(0)).forEach(message -> failures.add(text + ": " + message));
        }
        assertThat(failures).isEmpty();
    }

    private static List<String> parse(StatementTokens statement) {
        List<String> errors = new ArrayList<>();
        MillraceParser parser =
                new MillraceParser(new CommonTokenStream(new ListTokenSource(statement.marked())));
        parser.removeErrorListeners();
        parser.addErrorListener(
                new BaseErrorListener() {
                    @Override
                    public void syntaxError(
                            Recognizer<?, ?> recognizer,
                            Object symbol,
                            int line,
                            int column,
                            String message,
                            RecognitionException e) {
                        errors.add(column + " " + message);
                    }
                });
        parser.singleStatement();
        return errors;
    }
}
