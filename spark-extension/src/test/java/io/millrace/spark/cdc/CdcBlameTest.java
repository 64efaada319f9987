/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.RunDiagnostic;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors that are found at a target point to the flow, the clause or the name that is to blame. */
class CdcBlameTest {

    private static final String TEXT =
            """
            CREATE STREAMING TABLE a;
            CREATE FLOW unknown AS AUTO CDC INTO a FROM STREAM src KEYS (k) SEQUENCE BY s
              COLUMNS (k, note);
            CREATE STREAMING TABLE b;
            CREATE FLOW clause AS AUTO CDC INTO b FROM STREAM src KEYS (k)
              APPLY AS DELETE WHEN opp = 'D' SEQUENCE BY s;
            CREATE STREAMING TABLE c;
            CREATE FLOW bare AS AUTO CDC INTO c FROM (SELECT k, s, NULL AS note FROM STREAM src)
              KEYS (k) SEQUENCE BY s COLUMNS (k, note);
            CREATE STREAMING TABLE d;
            CREATE FLOW inside AS AUTO CDC INTO d FROM (
                SELECT k, s, named_struct('x', 1, 'y', NULL) AS n FROM STREAM src)
              KEYS (k) SEQUENCE BY s COLUMNS (k, n);
            CREATE STREAMING TABLE e AS SELECT k, map('m', array(NULL)) AS n FROM STREAM src;
            CREATE MATERIALIZED VIEW f AS SELECT k, struct(NULL AS y) AS n FROM src;
            CREATE STREAMING TABLE fine (k INT, note STRING);
            CREATE FLOW typed AS AUTO CDC INTO fine FROM (SELECT k, s, NULL AS note FROM STREAM src)
              KEYS (k) SEQUENCE BY s COLUMNS (k, note);
            CREATE STREAMING TABLE two;
            CREATE FLOW first AS AUTO CDC INTO two FROM (SELECT k, s, NULL AS n FROM STREAM src)
              KEYS (k) SEQUENCE BY s COLUMNS (k, n);
            CREATE FLOW second AS AUTO CDC INTO two FROM (SELECT k, s, s AS n FROM STREAM src)
              KEYS (k) SEQUENCE BY s COLUMNS (k, n);
            """;

    @TempDir Path storage;

    @Test
    void theFlowAndThePlaceAreTold() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, s INT");
        pipeline.define(TEXT);
        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected.diagnostics())
                .extracting(CdcBlameTest::shown)
                .containsExactly(
                        "unknown 3: `note` is not a column of the source of flow `unknown`",
                        "clause 'opp'",
                        "bare 8: column `note` of `c` has no type: it is only ever NULL",
                        "inside 11: column `n.y` of `d` has no type: it is only ever NULL",
                        "e 14: column `n.value.element` of `e` has no type: it is only ever NULL",
                        "f 15: column `n.y` of `f` has no type: it is only ever NULL");
    }

    private static String shown(RunDiagnostic diagnostic) {
        String flow = diagnostic.flow().orElse("no flow");
        return diagnostic
                .location()
                .map(at -> flow + " '" + TEXT.substring(at.start(), at.end()) + "'")
                .orElseGet(
                        () ->
                                flow
                                        + " "
                                        + diagnostic.statement().orElseThrow().line()
                                        + ": "
                                        + diagnostic.message());
    }
}
