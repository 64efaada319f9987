-- Without the setting, and where a flow takes it back for itself, case does not count.
CREATE STREAMING TABLE src (k INT, v STRING, s INT) PARTITIONED BY (K) AS SELECT * FROM STREAM read_files('/src', format => 'json');
CREATE STREAMING TABLE t1;
CREATE FLOW f1 AS AUTO CDC INTO t1 FROM STREAM(src) KEYS (K) APPLY AS DELETE WHEN V = 'd' SEQUENCE BY S COLUMNS * EXCEPT (S);
SET spark.sql.caseSensitive = true;
CREATE STREAMING TABLE t2;
CREATE FLOW f2 SPARK_CONF ('spark.sql.caseSensitive' = 'false') AS AUTO CDC INTO t2 FROM STREAM(src) KEYS (K) SEQUENCE BY S COLUMNS * EXCEPT (S);
