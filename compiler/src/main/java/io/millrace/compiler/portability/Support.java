/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import java.util.Optional;

/** A thing that a statement can say and that not every engine takes. */
enum Support {
    OR_REFRESH(null, "leave OR REFRESH out: every update refreshes"),
    OR_REPLACE("write OR REFRESH", "leave OR REPLACE out"),
    PRIVATE(null, "make it public, or a temporary view"),
    LEGACY(null, "`millrace validate --rewrite` prints the modern form"),
    EXPECTATION(null, "filter the rows in the query"),
    QUARANTINE(
            "keep the rows with a column that tells whether they are good, and split them by views",
            "keep the rows with a column that tells whether they are good, and split them by views"),
    ROWS_RULE(
            "count the rows in a materialized view, with an expectation on the count",
            "compare counts in a materialized view"),
    INLINE_FLOW(null, "write a CREATE FLOW of its own"),
    ONCE(null, "load the rows with a batch job before"),
    AUTO_CDC(null, "merge in a streaming program (foreachBatch)"),
    CDC_FROM_SNAPSHOT(
            "declare this flow in Python: create_auto_cdc_from_snapshot_flow",
            "merge in a batch program"),
    REPLACE_FLOW(null, "compute the whole table as a materialized view"),
    SINK(
            "declare the sink and its flow in Python: create_sink, append_flow",
            "declare the sink in Python"),
    FLOW_SETTINGS("write SET before the statement", "write SET before the statement"),
    IMPORT_CHECKPOINT(
            "declare this flow in Python: append_flow(import_checkpoint = ...)",
            "start with a new checkpoint"),
    NOT_BY_NAME("write BY NAME", null),
    SCHEDULE(null, "start the update from a scheduler"),
    ROW_FILTER(null, "filter the rows in the query"),
    MASK(null, "leave the column out of the query"),
    KEY_CONSTRAINT(null, "leave it out"),
    REFRESH_POLICY(null, "leave it out"),
    CLUSTER_BY_AUTO(null, "name the columns: CLUSTER BY (...)"),
    COLUMN_WITHOUT_TYPE(null, "give the column a type, or leave the list out"),
    METRIC_VIEW(
            "create it in a SQL warehouse, when the pipeline has run",
            "create it in a session, when the pipeline has run"),
    MANAGED_TABLE_FLOW(null, "write CREATE STREAMING TABLE"),
    LOCATION(null, "leave it out: the pipeline places its tables"),
    USE_CATALOG(null, "set the catalog in spark-pipeline.yml, or write SET CATALOG"),
    OPERATION("run it in a SQL warehouse, not in the pipeline", "run an update instead"),
    READ_FILES(null, "define an external table over the files, and read that"),
    CLOUD_FILES(null, "define an external table over the files, and read that"),
    READ_KAFKA(null, "declare the stream in Python"),
    TABLE_CHANGES(null, "read the change feed in Python"),
    EVENT_LOG(null, "Spark keeps no event log: leave it out"),
    LIVE_NAME(null, "write the name without LIVE.");

    private final Optional<String> lakeflow;
    private final Optional<String> spark;

    /** What to write instead, engine by engine; null when the engine takes it. */
    Support(String lakeflow, String spark) {
        this.lakeflow = Optional.ofNullable(lakeflow);
        this.spark = Optional.ofNullable(spark);
    }

    /** What to do where it is missing; empty when the engine has it. */
    Optional<String> insteadOn(PeerEngine engine) {
        return switch (engine) {
            case LAKEFLOW -> lakeflow;
            case SPARK -> spark;
        };
    }
}
