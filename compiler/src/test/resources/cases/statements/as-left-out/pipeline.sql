-- AS may be left out before the query of every CREATE statement; a note says so.
CREATE STREAMING TABLE raw COMMENT 'what arrives' SELECT * FROM STREAM shop.orders;
CREATE OR REFRESH LIVE TABLE per_city (CONSTRAINT named EXPECT (city IS NOT NULL) ON VIOLATION DROP ROW)
TBLPROPERTIES ("quality" = "silver")
SELECT city, count(*) AS n FROM LIVE.raw GROUP BY city;
CREATE MATERIALIZED VIEW big PARTITIONED BY (city) WITH big AS (SELECT * FROM per_city WHERE n > 10) SELECT * FROM big;
CREATE PRIVATE MATERIALIZED VIEW numbers VALUES (1, 'a'), (2, 'b') AS t (id, name);
CREATE TEMPORARY VIEW v (id COMMENT 'key') SELECT id FROM numbers;
CREATE VIEW w FROM per_city SELECT city;
CREATE MATERIALIZED VIEW x TABLE numbers;
CREATE MATERIALIZED VIEW bracketed (SELECT id FROM numbers);
CREATE MATERIALIZED VIEW described COMMENT 'x' ((SELECT id FROM numbers) UNION ALL (SELECT 1 AS id));
-- These names and clauses are no queries.
CREATE MATERIALIZED VIEW `select` AS SELECT 1 AS `from`;
CREATE MATERIALIZED VIEW with_as AS WITH row AS (SELECT 1 AS a) SELECT * FROM row;
