/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyntaxErrorsTest {

    /**
     * Asserts that a text has one error, at the place between two carets (or at one caret, if the
     * place has no width), and gives it back.
     */
    private static Diagnostic errorOf(String marked) {
        int start = marked.indexOf('^');
        int end = marked.lastIndexOf('^');
        String text = marked.replace("^", "");
        Diagnostics diagnostics = new Diagnostics();
        PipelineParser.parse(SourceFile.of("a.sql", text), diagnostics);
        assertThat(diagnostics.inSourceOrder()).hasSize(1);
        Diagnostic diagnostic = diagnostics.inSourceOrder().get(0);
        assertThat(diagnostic.span().orElseThrow().start()).isEqualTo(start);
        assertThat(diagnostic.span().orElseThrow().end()).isEqualTo(start == end ? start : end - 1);
        return diagnostic;
    }

    private static void assertSyntaxError(String marked, String message) {
        Diagnostic diagnostic = errorOf(marked);
        assertThat(diagnostic.code()).isEqualTo(ErrorCode.MILLRACE_SYNTAX_ERROR);
        assertThat(diagnostic.message()).isEqualTo(message);
    }

    private static void assertSyntaxError(String marked, String message, String hint) {
        assertSyntaxError(marked, message);
        assertThat(errorOf(marked).hint()).contains(hint);
    }

    private static void assertError(String marked, ErrorCode code, String hint) {
        Diagnostic diagnostic = errorOf(marked);
        assertThat(diagnostic.code()).isEqualTo(code);
        assertThat(diagnostic.hint()).contains(hint);
    }

    @Test
    void showsTheCorrectedLineWhenExpectIsForgotten() {
        String hint = "CONSTRAINT ok EXPECT (id > 0)";
        assertError(
                "CREATE STREAMING TABLE t (CONSTRAINT ok ^(^id > 0) ON VIOLATION DROP ROW) AS SELECT 1",
                ErrorCode.MILLRACE_EXPECT_MISSING,
                hint);
        assertError(
                "CREATE STREAMING TABLE t (a INT, CONSTRAINT ok ^(^id > 0))",
                ErrorCode.MILLRACE_EXPECT_MISSING,
                hint);
    }

    @Test
    void asksForBracketsAroundTheConditionOfAnExpectation() {
        assertSyntaxError(
                "CREATE STREAMING TABLE t (CONSTRAINT ok EXPECT ^id^ > f(0) ON VIOLATION DROP ROW)",
                "the condition of expectation `ok` is not in brackets",
                "CONSTRAINT ok EXPECT (id > f(0))");
    }

    @Test
    void completesTheViolationAction() {
        assertSyntaxError(
                "CREATE STREAMING TABLE t (CONSTRAINT c EXPECT (a) ON VIOLATION ^FAIL^)",
                "UPDATE is missing behind FAIL",
                "ON VIOLATION FAIL UPDATE");
    }

    @Test
    void putsOrRefreshInFrontOfTheKind() {
        assertSyntaxError(
                "CREATE STREAMING TABLE ^OR REFRESH^ a.x AS SELECT 1",
                "OR REFRESH stands in front of STREAMING TABLE",
                "write CREATE OR REFRESH STREAMING TABLE a.x");
        assertSyntaxError(
                "create streaming ^or refresh^ table x AS SELECT 1",
                "OR REFRESH stands in front of STREAMING",
                "write CREATE OR REFRESH STREAMING TABLE x");
        assertSyntaxError(
                "CREATE MATERIALIZED VIEW ^OR REPLACE^ m AS SELECT 1",
                "OR REPLACE stands in front of MATERIALIZED VIEW",
                "write CREATE OR REPLACE MATERIALIZED VIEW m");
    }

    @Test
    void rejectsTwoOnceKeywords() {
        String hint = "write it in front of INTO only";
        assertError(
                "CREATE FLOW f AS INSERT ONCE INTO ^ONCE^ t BY NAME SELECT 1",
                ErrorCode.MILLRACE_ONCE_TWICE,
                hint);
        assertError(
                "CREATE FLOW f AS INSERT ONCE ^ONCE^ INTO t BY NAME SELECT 1",
                ErrorCode.MILLRACE_ONCE_TWICE,
                hint);
        assertError(
                "CREATE FLOW f AS AUTO CDC ONCE INTO ^ONCE^ t FROM STREAM s KEYS (a) SEQUENCE BY n",
                ErrorCode.MILLRACE_ONCE_TWICE,
                hint);
    }

    @Test
    void reportsTheSecondOfTwoAutoCdcClauses() {
        assertError(
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (id) SEQUENCE BY n ^SEQUENCE BY m^",
                ErrorCode.MILLRACE_CLAUSE_REPEATED,
                "keep one of the two");
        assertError(
                "CREATE FLOW f COMMENT 'a' ^COMMENT 'b'^ AS INSERT INTO t BY NAME SELECT 1",
                ErrorCode.MILLRACE_CLAUSE_REPEATED,
                "keep one of the two");
    }

    @Test
    void showsBothRightFormsForAutoCdcBehindAs() {
        Diagnostic diagnostic =
                errorOf(
                        "CREATE STREAMING TABLE t AS ^AUTO CDC^ INTO t FROM STREAM s OPTIONS (key = \"id\")");
        assertThat(diagnostic.hint().orElseThrow())
                .contains(
                        "CREATE STREAMING TABLE t FLOW AUTO CDC FROM",
                        "CREATE FLOW f AS AUTO CDC INTO t");
    }

    @Test
    void namesTemplateTextAsSuch() {
        assertError(
                "CREATE MATERIALIZED VIEW m AS SELECT * FROM ^{{^ ref('orders') }}",
                ErrorCode.MILLRACE_TEMPLATE_TEXT,
                "render the file first, or use ${key} and :name, which Millrace replaces");
    }

    @Test
    void suggestsTheWordThatWasMeant() {
        assertSyntaxError(
                "CREATE ^STREMING^ TABLE t",
                "unexpected `STREMING`; expected STREAMING TABLE, MATERIALIZED VIEW, FLOW, VIEW or TABLE",
                "did you mean STREAMING?");
        assertSyntaxError(
                "^CRAETE^ STREAMING TABLE t",
                "no statement starts with `CRAETE`",
                "did you mean CREATE?");
    }

    @Test
    void namesAtMostFiveAlternatives() {
        assertSyntaxError(
                "CREATE MATERIALIZED VIEW m^",
                "unexpected end of the statement; expected AS, FLOW, a clause such as COMMENT, `(` or `.`");
        assertSyntaxError("CREATE STREAMING TABLE t AS ^x^", "unexpected `x`; expected a query");
        assertSyntaxError(
                "CREATE FLOW f AS ^SELECT^ 1", "unexpected `SELECT`; expected INSERT or AUTO CDC");
        assertSyntaxError("USE^", "unexpected end of the statement; expected a name or a string");
    }

    @Test
    void asksForBackTicksAroundAHyphen() {
        assertSyntaxError(
                "CREATE STREAMING TABLE ^my-new-table^ AS SELECT 1",
                "a name with a hyphen needs back-ticks",
                "write `my-new-table`");
    }

    @Test
    void asksForBracketsAroundAList() {
        assertSyntaxError(
                "CREATE STREAMING TABLE t CLUSTER BY ^a^ AS SELECT 1",
                "the list behind CLUSTER BY is not in brackets",
                "CLUSTER BY (a, ...)");
        assertSyntaxError(
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS ^id^ SEQUENCE BY n",
                "the list behind KEYS is not in brackets",
                "KEYS (id, ...)");
    }

    @Test
    void pointsAtTheBracketThatIsNeverClosed() {
        assertSyntaxError("CREATE STREAMING TABLE t ^(^a INT AS SELECT 1", "`(` is never closed");
        assertSyntaxError("CREATE STREAMING TABLE t AS SELECT (1)^)^ FROM x", "`)` closes nothing");
        assertSyntaxError("CREATE STREAMING TABLE t AS SELECT a[(1^]^)", "`]` does not close `(`");
        assertSyntaxError(
                "CREATE STREAMING TABLE t (a STRUCT^<^x: INT, b INT)",
                "`<` of the type `STRUCT` is never closed");
    }

    @Test
    void pointsAtWhatIsNeverClosed() {
        assertThat(errorOf("CREATE STREAMING TABLE t COMMENT ^'abc^").code())
                .isEqualTo(ErrorCode.MILLRACE_UNTERMINATED_STRING);
        assertThat(errorOf("CREATE STREAMING TABLE t COMMENT ^\"ab\\\"^").code())
                .isEqualTo(ErrorCode.MILLRACE_UNTERMINATED_STRING);
        assertThat(errorOf("CREATE STREAMING TABLE ^`t^").code())
                .isEqualTo(ErrorCode.MILLRACE_UNTERMINATED_IDENTIFIER);
        assertThat(errorOf("SELECT 1 ^/* a /* b */^").code())
                .isEqualTo(ErrorCode.MILLRACE_UNTERMINATED_COMMENT);
        assertThat(errorOf("CREATE FUNCTION f() AS ^$$ x $^").code())
                .isEqualTo(ErrorCode.MILLRACE_UNTERMINATED_STRING);
    }

    @Test
    void refusesWhatTheDocumentationOfAFlowDoesNotHave() {
        assertSyntaxError(
                "CREATE FLOW f AS INSERT INTO t ^(^a, b) SELECT 1, 2",
                "a flow takes no list of columns behind its target");
        assertSyntaxError(
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (id) SEQUENCE BY n STORED AS SCD TYPE ^3^",
                "there is no SCD TYPE 3; the types are 1 and 2");
        assertSyntaxError(
                "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s KEYS (^a.b^) SEQUENCE BY n",
                "`a.b` is a name of several parts where a plain column name is needed");
        assertSyntaxError(
                "CREATE FLOW f AS AUTO CDC FROM SNAPSHOT INTO t FROM s KEYS (id) ^SEQUENCE BY n^",
                "SEQUENCE BY is a clause of AUTO CDC INTO only");
        assertSyntaxError(
                "CREATE STREAMING TABLE t (a INT ^CHECK^ (a > 0))", "a column takes no CHECK here");
    }

    @Test
    void goesOnBehindABrokenStatement() {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements =
                PipelineParser.parse(
                        SourceFile.of(
                                "a.sql",
                                "CREATE STREAMING TABLE (; CREATE VIEW v AS SELECT 1; CREATE FLOW; SET a = 1"),
                        diagnostics);
        assertThat(statements).hasSize(2);
        assertThat(diagnostics.inSourceOrder()).hasSize(2);
    }

    @Test
    void givesADiagnosticForDeepNesting() {
        String brackets = "(".repeat(10_000) + "1" + ")".repeat(10_000);
        assertNestingTooDeep("CREATE MATERIALIZED VIEW m AS SELECT " + brackets);
        assertNestingTooDeep("CREATE STREAMING TABLE t (a INT DEFAULT " + brackets + ")");
        String type = "ARRAY<".repeat(10_000) + "INT" + ">".repeat(10_000);
        assertNestingTooDeep("CREATE STREAMING TABLE t (a " + type + ")");
    }

    private static void assertNestingTooDeep(String text) {
        Diagnostics diagnostics = new Diagnostics();
        PipelineParser.parse(SourceFile.of("a.sql", text), diagnostics);
        assertThat(diagnostics.inSourceOrder())
                .extracting(Diagnostic::code)
                .containsExactly(ErrorCode.MILLRACE_NESTING_TOO_DEEP);
    }
}
