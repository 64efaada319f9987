/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored tables that someone has altered by hand: a clear error each, and a way out. */
class CdcDamageTest {

    /** What is done to the stored table, and what the update says of it. */
    private static final Map<String, String> DAMAGES = new LinkedHashMap<>();

    static {
        DAMAGES.put(
                "SET TBLPROPERTIES ('millrace.cdc.keys' = '%%%')",
                "the property `millrace.cdc.keys` is no list of names: %%%");
        DAMAGES.put(
                "SET TBLPROPERTIES ('millrace.cdc.columns' = '{}')",
                "the property `millrace.cdc.columns` is no list of names: {}");
        DAMAGES.put(
                "UNSET TBLPROPERTIES ('millrace.cdc.units')",
                "the property `millrace.cdc.units` is gone");
        DAMAGES.put(
                "SET TBLPROPERTIES ('millrace.cdc.scdType' = 'three')",
                "the property `millrace.cdc.scdType` is no SCD type: three");
        DAMAGES.put(
                "SET TBLPROPERTIES ('pipelines.cdc.tombstoneGCThresholdInSeconds' = 'soon')",
                "pipelines.cdc.tombstoneGCThresholdInSeconds = soon");
        DAMAGES.put("DROP COLUMN k", "the key column `k` is gone");
        DAMAGES.put("RENAME COLUMN k TO kk", "the key column `k` is gone");
        DAMAGES.put("RENAME COLUMN v TO w", "the column `v` is gone");
        DAMAGES.put("DROP COLUMN __mr_seq", "the column `__mr_seq` is gone");
    }

    @TempDir Path storage;

    @Test
    void everyDamageIsToldAndAFullRefreshMendsIt() {
        SqlPipeline pipeline = new SqlPipeline(storage).source("src", "k INT, v INT, s INT");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < DAMAGES.size(); i++) {
            text.append(
                    """
                    CREATE STREAMING TABLE t%1$d TBLPROPERTIES ('delta.columnMapping.mode' = 'name');
                    CREATE FLOW f%1$d AS AUTO CDC INTO t%1$d FROM STREAM src KEYS (k) SEQUENCE BY s
                      COLUMNS (k, v) STORED AS SCD TYPE %2$d;
                    """
                            .formatted(i, i % 2 + 1));
        }
        pipeline.define(text.toString());
        pipeline.feed("(1, 10, 1)");
        List<String> expected = new ArrayList<>();
        for (Map.Entry<String, String> damage : DAMAGES.entrySet()) {
            String path =
                    CdcViews.storedTable(
                            SharedSparkSession.warehouse()
                                    + "/"
                                    + pipeline.schema()
                                    + ".db/t"
                                    + expected.size());
            SharedSparkSession.get().sql("ALTER TABLE delta.`" + path + "` " + damage.getKey());
            expected.add("t" + expected.size() + ": " + damage.getValue());
        }
        pipeline.append("(1, 11, 2)");

        PipelineRejectedException rejected =
                catchThrowableOfType(PipelineRejectedException.class, pipeline::run);
        assertThat(rejected.diagnostics())
                .allSatisfy(
                        found -> {
                            assertThat(found.code())
                                    .isIn("MILLRACE_CDC_STATE_LOST", "MILLRACE_CDC_TABLE_PROPERTY");
                            assertThat(found.statement()).isPresent();
                        })
                .extracting(found -> found.dataset().orElseThrow() + ": " + found.message())
                .hasSameSizeAs(expected)
                .zipSatisfy(
                        expected,
                        (message, damage) ->
                                assertThat(message)
                                        .startsWith(damage.substring(0, 3))
                                        .endsWith(damage.substring(4)));

        pipeline.complete(new UpdateRequest(List.of(), List.of(), true, List.of(), false, 16, 0));
        for (int i = 0; i < DAMAGES.size(); i++) {
            assertThat(pipeline.query("SELECT k, v FROM $.t" + i + " WHERE v = 11"))
                    .as("t" + i)
                    .containsExactly("1,11");
        }
    }
}
