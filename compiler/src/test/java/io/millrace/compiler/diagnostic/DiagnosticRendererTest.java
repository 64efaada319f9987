/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticRendererTest {

    private static final ErrorCode CODE = ErrorCode.MILLRACE_SYNTAX_ERROR;

    private static SourceSpan find(SourceFile file, String part) {
        int start = file.text().indexOf(part);
        return file.span(start, start + part.length());
    }

    private static String render(Diagnostic diagnostic) {
        return DiagnosticRenderer.plain().render(diagnostic);
    }

    @Test
    void showsPlaceLineCaretsLabelMessageAndHint() {
        SourceFile file =
                SourceFile.of(
                        "bronze/orders.sql",
                        "CREATE STREAMING TABLE orders\nAS SELECT *\n--\n  FROM raw_orders\n;\n");
        Diagnostic diagnostic =
                Diagnostic.of(CODE, find(file, "raw_orders"), "`raw_orders` is read as a batch")
                        .withLabel("batch read")
                        .withHint("FROM STREAM raw_orders");
        assertThat(render(diagnostic))
                .isEqualTo(
                        """
                        error[MILLRACE_SYNTAX_ERROR] bronze/orders.sql:4:8
                         4 |   FROM raw_orders
                           |        ^^^^^^^^^^ batch read
                        `raw_orders` is read as a batch
                        hint: FROM STREAM raw_orders""");
    }

    @Test
    void showsRelatedPlacesEachWithItsOwnLine() {
        SourceFile first = SourceFile.of("a.sql", "CREATE VIEW v AS SELECT 1;");
        SourceFile second = SourceFile.of("b.sql", "\n\n\n\n\n\n\n\n\nCREATE VIEW V AS SELECT 2;");
        Diagnostic diagnostic =
                Diagnostic.of(CODE, find(second, "V AS").file().span(21, 22), "defined twice")
                        .withRelated(find(first, "v"), "first definition");
        assertThat(render(diagnostic))
                .isEqualTo(
                        """
                        error[MILLRACE_SYNTAX_ERROR] b.sql:10:13
                         10 | CREATE VIEW V AS SELECT 2;
                            |             ^
                        defined twice
                        see a.sql:1:13
                         1 | CREATE VIEW v AS SELECT 1;
                           |             ^ first definition""");
    }

    @Test
    void tabsAndWideCharactersKeepTheCaretsInPlace() {
        SourceFile file = SourceFile.of("a.sql", "\t'\uD83D\uDE00\u65E5e\u0301' bad");
        assertThat(render(Diagnostic.of(CODE, find(file, "bad"), "m")))
                .isEqualTo(
                        "error[MILLRACE_SYNTAX_ERROR] a.sql:1:10\n"
                                + " 1 |     '\uD83D\uDE00\u65E5e\u0301' bad\n"
                                + "   |"
                                + " ".repeat(1 + 4 + 1 + 2 + 2 + 1 + 1 + 1)
                                + "^^^\nm");
    }

    @Test
    void marksTheFirstLineOfASpanOverSeveralLines() {
        SourceFile file = SourceFile.of("a.sql", "SELECT (1 +  \r\n 2)");
        assertThat(render(Diagnostic.of(CODE, file.span(7, file.text().length()), "m")))
                .isEqualTo(
                        """
                        error[MILLRACE_SYNTAX_ERROR] a.sql:1:8
                         1 | SELECT (1 +
                           |        ^^^^
                        m""");
    }

    @Test
    void marksThePlaceBehindTheLastCharacter() {
        SourceFile file = SourceFile.of("a.sql", "SELECT\n");
        assertThat(render(Diagnostic.of(CODE, file.span(7, 7), "unexpected end")))
                .isEqualTo(
                        """
                        error[MILLRACE_SYNTAX_ERROR] a.sql:2:1
                         2 |
                           | ^
                        unexpected end""");
    }

    @Test
    void cutsVeryLongLinesAroundTheSpan() {
        SourceFile file = SourceFile.of("a.sql", "x".repeat(100_000) + "BAD" + "y".repeat(100_000));
        String rendered = render(Diagnostic.of(CODE, find(file, "BAD"), "m"));
        assertThat(rendered.lines().mapToInt(String::length)).allMatch(length -> length < 200);
        String[] lines = rendered.split("\n");
        assertThat(lines[1]).startsWith(" 1 | ...xxx").endsWith("yyy...");
        assertThat(lines[2].indexOf('^')).isEqualTo(lines[1].indexOf("BAD"));
        assertThat(lines[2]).endsWith("^^^");
    }

    @Test
    void stripsControlCharactersOfSourcesNamesAndMessages() {
        SourceFile file = SourceFile.of("a\u001B[2J.sql", "SELECT \u001B[31m\u202Ex\u0007 y");
        String rendered =
                render(Diagnostic.of(CODE, find(file, "y"), "m\u001B[0m").withHint("h\u0008i"));
        assertThat(rendered)
                .isEqualTo(
                        """
                        error[MILLRACE_SYNTAX_ERROR] a[2J.sql:1:17
                         1 | SELECT [31mx y
                           |              ^
                        m[0m
                        hint: hi""");
    }

    @Test
    void showsTheOriginalTextWhereAParameterWasReplaced() {
        SourceFile original = SourceFile.of("a.sql", "SELECT ${col} FROM t");
        SourceFile file =
                original.withText(
                        "SELECT amount FROM t",
                        new PositionMap(
                                List.of(
                                        new PositionMap.Segment(0, 0, true),
                                        new PositionMap.Segment(7, 7, false),
                                        new PositionMap.Segment(13, 13, true))));
        assertThat(render(Diagnostic.of(CODE, find(file, "FROM"), "m")))
                .contains(" 1 | SELECT ${col} FROM t\n   |               ^^^^\n");
    }

    @Test
    void leavesOutThePlaceWhereThereIsNone() {
        assertThat(render(Diagnostic.withoutPlace(CODE, "the folder is empty")))
                .isEqualTo("error[MILLRACE_SYNTAX_ERROR]\nthe folder is empty");
    }

    @Test
    void coloursOnlyWhenAsked() {
        SourceFile file = SourceFile.of("a.sql", "SELECT");
        Diagnostic diagnostic = Diagnostic.of(CODE, file.span(0, 6), "m").withHint("h");
        String coloured = DiagnosticRenderer.coloured().render(diagnostic);
        assertThat(coloured).contains("\u001B[1;31merror[MILLRACE_SYNTAX_ERROR]\u001B[0m");
        assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", "")).isEqualTo(render(diagnostic));
    }

    @Test
    void summaryCountsBySeverity() {
        Diagnostic error = Diagnostic.withoutPlace(CODE, "e");
        Diagnostic warning =
                new Diagnostic(
                        CODE,
                        Severity.WARNING,
                        error.span(),
                        error.label(),
                        "w",
                        error.hint(),
                        List.of());
        assertThat(DiagnosticRenderer.summary(List.of(error, warning, error)))
                .isEqualTo("2 errors, 1 warning");
        assertThat(DiagnosticRenderer.summary(List.of())).isEqualTo("no errors");
    }

    @Test
    void jsonHasEveryFieldInAFixedOrder() {
        SourceFile file = SourceFile.of("a.sql", "SELECT 1\nFROM t");
        Diagnostic diagnostic =
                Diagnostic.of(CODE, find(file, "FROM t"), "m")
                        .withHint("h")
                        .withRelated(find(file, "1"), "r");
        assertThat(DiagnosticJson.validation(List.of(diagnostic)).toString())
                .isEqualTo(
                        "{\"valid\":false,\"diagnostics\":[{\"code\":\"MILLRACE_SYNTAX_ERROR\","
                                + "\"severity\":\"error\",\"file\":\"a.sql\",\"line\":2,"
                                + "\"column\":1,\"end_line\":2,\"end_column\":7,\"message\":\"m\","
                                + "\"hint\":\"h\",\"related\":[{\"file\":\"a.sql\",\"line\":1,"
                                + "\"column\":8,\"message\":\"r\"}]}]}");
        assertThat(DiagnosticJson.object(Diagnostic.withoutPlace(CODE, "x")).toString())
                .isEqualTo(
                        "{\"code\":\"MILLRACE_SYNTAX_ERROR\",\"severity\":\"error\",\"file\":null,"
                                + "\"line\":null,\"column\":null,\"end_line\":null,"
                                + "\"end_column\":null,\"message\":\"x\",\"hint\":null,"
                                + "\"related\":[]}");
    }
}
