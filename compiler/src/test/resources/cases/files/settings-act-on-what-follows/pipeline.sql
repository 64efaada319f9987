CREATE MATERIALIZED VIEW before AS SELECT 1 AS x;
SET spark.sql.shuffle.partitions = 4;
CREATE MATERIALIZED VIEW first AS SELECT 1 AS x;
SET spark.sql.shuffle.partitions = 8;
CREATE STREAMING TABLE t;
CREATE FLOW f SPARK_CONF ('spark.sql.shuffle.partitions' = '16') AS INSERT INTO t BY NAME SELECT * FROM STREAM s;
