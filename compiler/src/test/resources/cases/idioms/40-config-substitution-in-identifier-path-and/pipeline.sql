SET pipelines.trigger.interval = 30 seconds;
SET my.start = 2024-01-01;
USE CATALOG ${cat};
USE SCHEMA IDENTIFIER(:sch);
CREATE OR REFRESH MATERIALIZED VIEW m40 AS SELECT * FROM ${cat}.${sch}.t WHERE d >= '${my.start}' AND region = :region;
