/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.ColumnSelectionKind;
import io.millrace.compiler.ast.CommentClause;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.CreateView;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.NamespaceKind;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.OtherStatementKind;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.RowRule;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StoredAsKind;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.UseNamespace;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.LineMap;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineParserTest {

    private static List<Statement> parse(String text) {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements =
                PipelineParser.parse(SourceFile.of("a.sql", text), diagnostics);
        assertThat(diagnostics.inSourceOrder()).isEmpty();
        return statements;
    }

    private static <T> T parseOne(Class<T> type, String text) {
        List<Statement> statements = parse(text);
        assertThat(statements).hasSize(1);
        return type.cast(statements.get(0));
    }

    private static String query(Statement statement) {
        CreateMaterializedView view = (CreateMaterializedView) statement;
        return ((InsertFlow) view.flow()).query().text();
    }

    @Test
    void keepsTheExactSliceOfAQuery() {
        String query = "SELECT 'a;b' AS x, 1 AS `p;q` /* c; d */ -- e; f\nFROM range(1)";
        List<Statement> statements =
                parse("CREATE MATERIALIZED VIEW m AS " + query + "  -- end\n ; SET a = b");
        assertThat(statements).hasSize(2);
        assertThat(query(statements.get(0))).isEqualTo(query);
    }

    @Test
    void findsTheLastStatementWithoutSemicolon() {
        List<Statement> statements =
                parse(
                        ";;CREATE STREAMING TABLE t;\nCREATE FLOW f AS INSERT INTO t BY NAME SELECT * FROM STREAM s /* end */");
        assertThat(statements).hasSize(2);
        assertThat(((InsertFlow) ((CreateFlow) statements.get(1)).body()).query().text())
                .isEqualTo("SELECT * FROM STREAM s");
    }

    @Test
    void findsTheStatementBehindAFunctionInDollars() {
        List<Statement> statements =
                parse(
                        "CREATE FUNCTION f(x INT) RETURNS INT LANGUAGE PYTHON AS $$\n# it's; fine\nreturn x + 1\n$$;"
                                + "CREATE MATERIALIZED VIEW m AS SELECT 1");
        assertThat(((OtherStatement) statements.get(0)).kind())
                .isEqualTo(OtherStatementKind.CREATE_FUNCTION);
        assertThat(statements.get(1)).isInstanceOf(CreateMaterializedView.class);
    }

    @Test
    void takesAScriptAsOneStatement() {
        List<Statement> statements =
                parse(
                        "CREATE MATERIALIZED VIEW a AS SELECT 1;"
                                + "BEGIN DECLARE x INT; IF x = CASE WHEN true THEN 1 END THEN SET x = 1; END IF; END;"
                                + "CREATE MATERIALIZED VIEW b AS SELECT 1");
        assertThat(statements).hasSize(3);
        OtherStatement script = (OtherStatement) statements.get(1);
        assertThat(script.kind()).isEqualTo(OtherStatementKind.SCRIPT);
        assertThat(script.span().text()).startsWith("BEGIN").endsWith("END");
    }

    @Test
    void endsAScriptThatNothingClosesAtItsFirstSemicolon() {
        assertThat(parse("BEGIN SELECT 1; CREATE MATERIALIZED VIEW b AS SELECT 1")).hasSize(2);
    }

    @Test
    void tellsOtherStatementsApart() {
        assertThat(
                        parse(
                                        "SELECT 1; INSERT INTO t SELECT 1; CREATE SCHEMA s; BEGIN END; {{ x }}; GRANT a; foo bar")
                                .stream()
                                .map(statement -> ((OtherStatement) statement).kind()))
                .containsExactly(
                        OtherStatementKind.QUERY,
                        OtherStatementKind.DML,
                        OtherStatementKind.DDL,
                        OtherStatementKind.SCRIPT,
                        OtherStatementKind.TEMPLATE_TEXT,
                        OtherStatementKind.DDL,
                        OtherStatementKind.UNKNOWN);
    }

    @Test
    void readsATableCalledOnce() {
        CreateFlow flow =
                parseOne(CreateFlow.class, "CREATE FLOW f AS INSERT INTO once BY NAME SELECT 1");
        assertThat(flow.target()).hasToString("once");
        assertThat(((InsertFlow) flow.body()).once()).isEmpty();
        CreateFlow both =
                parseOne(CreateFlow.class, "CREATE FLOW f AS INSERT ONCE INTO once SELECT 1");
        assertThat(both.target()).hasToString("once");
        assertThat(((InsertFlow) both.body()).once()).isPresent();
        assertThat(((InsertFlow) both.body()).byName()).isFalse();
        CreateFlow behind =
                parseOne(
                        CreateFlow.class, "CREATE FLOW f AS INSERT INTO ONCE a.t BY NAME SELECT 1");
        assertThat(behind.target()).hasToString("a.t");
        assertThat(((InsertFlow) behind.body()).once()).isPresent();
    }

    @Test
    void takesAutoCdcClausesInAnyOrder() {
        CreateFlow flow =
                parseOne(
                        CreateFlow.class,
                        "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s STORED AS SCD TYPE 2 COLUMNS * EXCEPT (op) "
                                + "SEQUENCE BY struct(ts, keys(m)[0]) APPLY AS DELETE WHEN columns = 'x' AND op IN ('D') "
                                + "KEYS (id, keys) TRACK HISTORY ON a, b");
        AutoCdcFlow cdc = (AutoCdcFlow) flow.body();
        assertThat(cdc.source().text()).isEqualTo("STREAM s");
        assertThat(cdc.keys()).extracting(Identifier::value).containsExactly("id", "keys");
        assertThat(cdc.sequenceBy().map(SqlFragment::text)).contains("struct(ts, keys(m)[0])");
        assertThat(cdc.deleteWhen().map(SqlFragment::text))
                .contains("columns = 'x' AND op IN ('D')");
        assertThat(cdc.columns().orElseThrow().kind()).isEqualTo(ColumnSelectionKind.ALL_EXCEPT);
        assertThat(cdc.storedAs().orElseThrow().kind()).isEqualTo(StoredAsKind.SCD_TYPE_2);
        assertThat(cdc.trackHistory().orElseThrow().columns()).hasSize(2);
    }

    @Test
    void leavesMissingAutoCdcClausesToTheAnalysis() {
        CreateFlow flow =
                parseOne(CreateFlow.class, "CREATE FLOW f AS AUTO CDC INTO t FROM STREAM s");
        AutoCdcFlow cdc = (AutoCdcFlow) flow.body();
        assertThat(cdc.keys()).isEmpty();
        assertThat(cdc.sequenceBy()).isEmpty();
    }

    @Test
    void endsThePredicateOfReplaceWhereAtTheQuery() {
        CreateStreamingTable inline =
                parseOne(
                        CreateStreamingTable.class,
                        "CREATE STREAMING TABLE t FLOW REPLACE WHERE d >= date_add(now(), -7) BY NAME SELECT 1");
        ReplaceWhereFlow replace = (ReplaceWhereFlow) inline.flow().orElseThrow();
        assertThat(replace.condition().text()).isEqualTo("d >= date_add(now(), -7)");
        assertThat(replace.byName()).isTrue();
        CreateFlow flow =
                parseOne(
                        CreateFlow.class,
                        "CREATE FLOW f AS INSERT INTO t BY NAME REPLACE WHERE a IS DISTINCT FROM 1 SELECT 1");
        assertThat(((ReplaceWhereFlow) flow.body()).condition().text())
                .isEqualTo("a IS DISTINCT FROM 1");
    }

    @Test
    void keepsTheConditionOfAnExpectationExactly() {
        String condition =
                "CASE WHEN kind IN ('a)', 'b,c') THEN size(split(v, '[)]')) > 1 ELSE TRUE END";
        for (String list :
                List.of(
                        "(CONSTRAINT c EXPECT (%s))",
                        "(CONSTRAINT c EXPECT (%s) ON VIOLATION FAIL UPDATE, a INT)",
                        "(a INT, CONSTRAINT c EXPECT (%s), b INT)")) {
            CreateStreamingTable table =
                    parseOne(
                            CreateStreamingTable.class,
                            "CREATE STREAMING TABLE t " + list.formatted(condition));
            Expectation expectation =
                    table.specification().orElseThrow().elements().stream()
                            .filter(Expectation.class::isInstance)
                            .map(Expectation.class::cast)
                            .findFirst()
                            .orElseThrow();
            assertThat(((RowRule) expectation.rule()).condition().text()).isEqualTo(condition);
        }
    }

    @Test
    void unescapesStringsAsSparkDoes() {
        CreateStreamingTable table =
                parseOne(
                        CreateStreamingTable.class,
                        "CREATE STREAMING TABLE t (a INT COMMENT 'size in \"inch\", it''s 5\\u0027\\n' \"+\"\"\" r'\\d') "
                                + "COMMENT 'two\nlines' TBLPROPERTIES ('a.b' = 'c=d;e', x.`y z`.w = true, n -5)");
        TableElement element = table.specification().orElseThrow().elements().get(0);
        assertThat(((ColumnDefinition) element).comment().orElseThrow().value())
                .isEqualTo("size in \"inch\", it's 5'\n+\"\\d");
        assertThat(((CommentClause) table.clauses().get(0)).text().value()).isEqualTo("two\nlines");
        assertThat(((PropertiesClause) table.clauses().get(1)).properties())
                .extracting(property -> property.key() + "->" + property.value())
                .containsExactly("a.b->c=d;e", "x.y z.w->true", "n->-5");
    }

    @Test
    void takesNamesApart() {
        CreateStreamingTable table =
                parseOne(
                        CreateStreamingTable.class,
                        "CREATE STREAMING TABLE `s`.`daily.sales`.`x``y`");
        assertThat(table.name().parts()).containsExactly("s", "daily.sales", "x`y");
        assertThat(
                        parseOne(
                                        CreateStreamingTable.class,
                                        "CREATE STREAMING TABLE IDENTIFIER('a.' || '`b.c`')")
                                .name()
                                .parts())
                .containsExactly("a", "b.c");
    }

    @Test
    void keepsTheRawValueOfSet() {
        SetProperty set =
                parseOne(SetProperty.class, "SET pipelines.trigger.interval =  10 seconds ;");
        assertThat(set.key()).isEqualTo("pipelines.trigger.interval");
        assertThat(set.value()).isEqualTo("10 seconds");
        assertThat(parseOne(SetProperty.class, "SET a = 'x;y'").value()).isEqualTo("'x;y'");
        assertThat(parseOne(SetProperty.class, "SET a =").value()).isEmpty();
    }

    @Test
    void readsUseInAllItsForms() {
        assertThat(
                        parse(
                                "USE CATALOG c; SET CATALOG c; USE SCHEMA s; USE s; USE c.s; USE DATABASE IDENTIFIER('s')"))
                .extracting(statement -> ((UseNamespace) statement).kind())
                .containsExactly(
                        NamespaceKind.CATALOG,
                        NamespaceKind.CATALOG,
                        NamespaceKind.SCHEMA,
                        NamespaceKind.SCHEMA,
                        NamespaceKind.CATALOG_AND_SCHEMA,
                        NamespaceKind.SCHEMA);
    }

    @Test
    void readsLegacyForms() {
        List<Statement> statements =
                parse(
                        "CREATE OR REFRESH STREAMING LIVE TABLE a AS SELECT * FROM STREAM(LIVE.b);"
                                + "CREATE LIVE TABLE b AS SELECT 1; CREATE TEMPORARY STREAMING LIVE VIEW c AS SELECT 1;"
                                + "CREATE INCREMENTAL LIVE TABLE d; CREATE TEMPORARY LIVE TABLE e AS SELECT 1");
        assertThat(((CreateStreamingTable) statements.get(0)).legacy().orElseThrow().text())
                .isEqualTo("LIVE");
        assertThat(((CreateMaterializedView) statements.get(1)).legacy()).isPresent();
        assertThat(((CreateView) statements.get(2)).streaming()).isTrue();
        assertThat(((CreateView) statements.get(2)).temporary()).isTrue();
        assertThat(((CreateStreamingTable) statements.get(3)).legacy()).isPresent();
        assertThat(((CreateMaterializedView) statements.get(4)).isPrivate()).isTrue();
    }

    @Test
    void countsPositionsInTheUsersFile() {
        String text =
                "\uFEFF-- \uD83D\uDE80 rocket\r\nCREATE VIEW v AS SELECT '\uD83D\uDE80';"
                        + "\r\n\tCREATE MATERIALIZED VIEW m COMMENT '\uD83D\uDE80' AS\r\n\t\tSELECT 1;";
        List<Statement> statements = parse(text);
        assertThat(statements.get(0).span().startPosition()).isEqualTo(new LineMap.Position(2, 1));
        CreateMaterializedView view = (CreateMaterializedView) statements.get(1);
        assertThat(view.span().startPosition()).isEqualTo(new LineMap.Position(3, 2));
        assertThat(view.flow().span().startPosition()).isEqualTo(new LineMap.Position(4, 3));
        assertThat(query(view)).isEqualTo("SELECT 1");
        assertThat(((CommentClause) view.clauses().get(0)).text().value())
                .isEqualTo("\uD83D\uDE80");
    }
}
