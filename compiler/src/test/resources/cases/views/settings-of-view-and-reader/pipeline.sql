SET spark.sql.ansi.enabled = false;
SET my.region = eu;
CREATE TEMPORARY VIEW v AS SELECT 1 AS x;
SET spark.sql.ansi.enabled = true;
SET my.region = us;
CREATE MATERIALIZED VIEW m AS SELECT * FROM v;
