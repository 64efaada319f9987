CREATE MATERIALIZED VIEW m (a COMMENT 'size in "inch", it''s 5\u0027') COMMENT 'two
lines' TBLPROPERTIES ('a.b' = 'c=d;e') AS SELECT 1 AS a;
