/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.OtherStatementKind;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.LineMap;
import io.millrace.compiler.source.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class NotebookTest {

    private static final String NOTEBOOK =
            """
            -- Databricks notebook source
            -- MAGIC %md
            -- MAGIC # It's a title

            -- COMMAND ----------

            CREATE STREAMING TABLE a AS SELECT * FROM STREAM s

            -- COMMAND ----------
            %python
            # it's python; "really"
            dbutils.widgets.text('a', '/* b')

            -- COMMAND ----------

            %run ./setup

            -- COMMAND ----------

            -- DBTITLE 1,Gold
            %sql
            CREATE MATERIALIZED VIEW \uD83D AS SELECT 1

            -- COMMAND ----------

            %md it's text
            """
                    .replace("\uD83D", "`\uD83D\uDE80`");

    @Test
    void readsTheCellsOfANotebook() {
        for (String text : List.of(NOTEBOOK, NOTEBOOK.replace("\n", "\r\n"), "\uFEFF" + NOTEBOOK)) {
            Diagnostics diagnostics = new Diagnostics();
            List<Statement> statements =
                    PipelineParser.parse(SourceFile.of("n.sql", text), diagnostics);
            assertThat(diagnostics.inSourceOrder()).isEmpty();
            assertThat(statements).hasSize(4);
            assertThat(statements.get(0)).isInstanceOf(CreateStreamingTable.class);
            assertCell(statements.get(1), "%python", 10);
            assertCell(statements.get(2), "%run", 16);
            CreateMaterializedView view = (CreateMaterializedView) statements.get(3);
            assertThat(view.name()).hasToString("\uD83D\uDE80");
            assertThat(view.span().startPosition()).isEqualTo(new LineMap.Position(22, 1));
        }
    }

    private static void assertCell(Statement statement, String head, int line) {
        OtherStatement cell = (OtherStatement) statement;
        assertThat(cell.kind()).isEqualTo(OtherStatementKind.NOTEBOOK_CELL);
        assertThat(cell.head().text()).isEqualTo(head);
        assertThat(cell.span().startPosition().line()).isEqualTo(line);
    }

    @Test
    void keepsAnUnclosedStringInItsCell() {
        Diagnostics diagnostics = new Diagnostics();
        List<Statement> statements =
                PipelineParser.parse(
                        SourceFile.of(
                                "n.sql",
                                "-- Databricks notebook source\nSELECT 'a\n-- COMMAND ----------\nSET a = 1"),
                        diagnostics);
        assertThat(statements).hasSize(1);
        assertThat(diagnostics.inSourceOrder()).hasSize(1);
    }
}
