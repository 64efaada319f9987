--- materialized view
DROP MATERIALIZED VIEW m
--- materialized view if exists
DROP MATERIALIZED VIEW IF EXISTS m
--- streaming table
DROP STREAMING TABLE t
--- streaming table if exists
DROP STREAMING TABLE IF EXISTS t
--- table
DROP TABLE t
--- table if exists
DROP TABLE IF EXISTS t
--- view
DROP VIEW v
--- view if exists
DROP VIEW IF EXISTS v
--- flow
DROP FLOW f
--- flow if exists
DROP FLOW IF EXISTS f
--- sink
DROP SINK s
--- sink if exists
DROP SINK IF EXISTS s
--- name of two parts
DROP MATERIALIZED VIEW gold.m
--- name of three parts
DROP STREAMING TABLE IF EXISTS lake.gold.t
--- name in back-ticks
DROP TABLE `my table`
--- lower case with semicolon
drop materialized view if exists m;
--- table called view
DROP STREAMING TABLE view
