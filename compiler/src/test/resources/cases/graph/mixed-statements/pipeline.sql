CREATE MATERIALIZED VIEW mv AS SELECT * FROM st;
CREATE STREAMING TABLE st COMMENT 'events' PARTITIONED BY (day) TBLPROPERTIES ('quality' = 'silver', PIPELINES.RESET.ALLOWED = false)
AS SELECT *, date(ts) AS day FROM STREAM raw.events;
CREATE VIEW v COMMENT 'for everybody' AS SELECT * FROM mv;
CREATE FLOW more COMMENT 'the other region' SPARK_CONF ('spark.sql.shuffle.partitions' = '4')
AS INSERT INTO st BY NAME SELECT *, date(ts) AS day FROM STREAM raw.events_us;
