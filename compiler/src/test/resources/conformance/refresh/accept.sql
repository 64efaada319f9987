--- name alone
REFRESH t
--- streaming table
REFRESH STREAMING TABLE t
--- materialized view
REFRESH MATERIALIZED VIEW m
--- table
REFRESH TABLE t
--- full
REFRESH t FULL
--- streaming table full
REFRESH STREAMING TABLE t FULL
--- materialized view full
REFRESH MATERIALIZED VIEW m FULL
--- table full
REFRESH TABLE t FULL
--- sync
REFRESH STREAMING TABLE t SYNC
--- async
REFRESH MATERIALIZED VIEW m ASYNC
--- full sync
REFRESH STREAMING TABLE t FULL SYNC
--- full async
REFRESH MATERIALIZED VIEW m FULL ASYNC
--- name alone async
REFRESH t ASYNC
--- where
REFRESH STREAMING TABLE t WHERE d > DATE '2020-01-01'
--- where async
REFRESH STREAMING TABLE t WHERE d BETWEEN '2020-01-01' AND '2020-12-31' ASYNC
--- where sync in brackets
REFRESH t WHERE (d > 1 OR d IS NULL) SYNC
--- name of two parts
REFRESH STREAMING TABLE gold.t
--- name of three parts
REFRESH MATERIALIZED VIEW lake.gold.m FULL
--- name in back-ticks
REFRESH STREAMING TABLE `my table` ASYNC
--- table called full
REFRESH STREAMING TABLE `full` FULL
--- lower case with semicolon
refresh streaming table t full;
--- comment inside
REFRESH /* all of it */ STREAMING TABLE t -- end
FULL
