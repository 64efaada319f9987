--- the shortest form
CREATE MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- or refresh
CREATE OR REFRESH MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- or replace
CREATE OR REPLACE MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- private
CREATE PRIVATE MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- or refresh private
CREATE OR REFRESH PRIVATE MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- temporary
CREATE TEMPORARY MATERIALIZED VIEW m AS SELECT a FROM s.src;
--- if not exists
CREATE MATERIALIZED VIEW IF NOT EXISTS m AS SELECT a FROM s.src;
--- legacy
CREATE LIVE TABLE m AS SELECT a FROM s.src;
--- legacy or refresh
CREATE OR REFRESH LIVE TABLE m AS SELECT a FROM s.src;
--- legacy or replace
CREATE OR REPLACE LIVE TABLE m AS SELECT a FROM s.src;
--- legacy temporary
CREATE TEMPORARY LIVE TABLE m AS SELECT a FROM s.src;
--- name of three parts
CREATE MATERIALIZED VIEW spark_catalog.gold.m AS SELECT a FROM s.src;
--- aliases
CREATE MATERIALIZED VIEW m (x_, y_) AS SELECT a, b FROM s.src;
--- aliases with comments
CREATE MATERIALIZED VIEW m (x_ COMMENT 'c_', y_) AS SELECT a, b FROM s.src;
--- typed columns
CREATE MATERIALIZED VIEW m (x_ INT, y_ STRING COMMENT 'c_') AS SELECT a AS x_, b AS y_ FROM s.src;
--- not null
CREATE MATERIALIZED VIEW m (x_ INT NOT NULL) AS SELECT a AS x_ FROM s.src;
--- primary key of a column
CREATE MATERIALIZED VIEW m (x_ INT NOT NULL PRIMARY KEY) AS SELECT a AS x_ FROM s.src;
--- keys of the table
CREATE MATERIALIZED VIEW m (x_ INT NOT NULL, y_ INT, CONSTRAINT pk_ PRIMARY KEY (x_) RELY, CONSTRAINT fk_ FOREIGN KEY (y_) REFERENCES s.o_ (z_)) AS SELECT a AS x_, b AS y_ FROM s.src;
--- expectation alone
CREATE MATERIALIZED VIEW m (CONSTRAINT c_ EXPECT (a > 0)) AS SELECT a FROM s.src;
--- expectation that drops
CREATE MATERIALIZED VIEW m (CONSTRAINT c_ EXPECT (a > 0) ON VIOLATION DROP ROW) AS SELECT a FROM s.src;
--- expectation that fails, with columns
CREATE MATERIALIZED VIEW m (x_ INT, CONSTRAINT c_ EXPECT (x_ > 0) ON VIOLATION FAIL UPDATE) AS SELECT a AS x_ FROM s.src;
--- unique expectation
CREATE MATERIALIZED VIEW m (CONSTRAINT c_ EXPECT UNIQUE (a)) AS SELECT a FROM s.src;
--- unique expectation of two columns that fails
CREATE MATERIALIZED VIEW m (CONSTRAINT c_ EXPECT UNIQUE (a, b) ON VIOLATION FAIL UPDATE) AS SELECT a, b FROM s.src;
--- exists expectation
CREATE MATERIALIZED VIEW m (CONSTRAINT c_ EXPECT EXISTS IN s.o_ (a)) AS SELECT a FROM s.src;
--- using delta
CREATE MATERIALIZED VIEW m USING DELTA AS SELECT a FROM s.src;
--- partitioned
CREATE MATERIALIZED VIEW m PARTITIONED BY (d_) AS SELECT a, d_ FROM s.src;
--- clustered
CREATE MATERIALIZED VIEW m CLUSTER BY (a, b) AS SELECT a, b FROM s.src;
--- cluster by auto
CREATE MATERIALIZED VIEW m CLUSTER BY AUTO AS SELECT a FROM s.src;
--- cluster by none
CREATE MATERIALIZED VIEW m CLUSTER BY NONE AS SELECT a FROM s.src;
--- comment
CREATE MATERIALIZED VIEW m COMMENT 'c_' AS SELECT a FROM s.src;
--- default collation
CREATE MATERIALIZED VIEW m DEFAULT COLLATION UTF8_BINARY AS SELECT a FROM s.src;
--- properties
CREATE MATERIALIZED VIEW m TBLPROPERTIES ('k_' = 'v_', l_.m_ = 2) AS SELECT a FROM s.src;
--- refresh policy
CREATE MATERIALIZED VIEW m REFRESH POLICY FULL AS SELECT a FROM s.src;
--- schedule => MILLRACE_CLAUSE_NOT_EXECUTED
CREATE MATERIALIZED VIEW m SCHEDULE REFRESH EVERY 1 DAY AS SELECT a FROM s.src;
--- all clauses => MILLRACE_CLAUSE_NOT_EXECUTED
CREATE OR REFRESH PRIVATE MATERIALIZED VIEW m (x_ INT NOT NULL COMMENT 'k_', y_ STRING, CONSTRAINT c_ EXPECT (x_ > 0))
TRIGGER ON UPDATE REFRESH POLICY AUTO TBLPROPERTIES ('p_' = 'v_') DEFAULT COLLATION UTF8_BINARY COMMENT 'text_' CLUSTER BY (x_) USING DELTA
AS SELECT a AS x_, b AS y_ FROM s.src;
--- comment behind clustering
CREATE MATERIALIZED VIEW m CLUSTER BY (a) COMMENT 'c_' AS SELECT a FROM s.src;
--- values
CREATE MATERIALIZED VIEW m AS VALUES (1), (2);
--- table statement
CREATE MATERIALIZED VIEW m AS TABLE s.src;
--- query with WITH
CREATE MATERIALIZED VIEW m AS WITH q AS (SELECT a FROM s.src) SELECT a FROM q;
--- query with FROM first
CREATE MATERIALIZED VIEW m AS FROM s.src |> SELECT a;
--- query in brackets with union
CREATE MATERIALIZED VIEW m AS (SELECT a FROM s.src) UNION ALL (SELECT a FROM s.src2);
--- query with order and limit
CREATE MATERIALIZED VIEW m AS SELECT a FROM s.src ORDER BY a LIMIT 10;
--- query over a batch of files
CREATE MATERIALIZED VIEW m AS SELECT * FROM read_files('/data_', format => 'csv');
--- flow replace where
CREATE STREAMING TABLE m FLOW REPLACE WHERE a > 1 BY NAME SELECT a FROM s.src;
--- two views, one over the other
CREATE MATERIALIZED VIEW m AS SELECT a FROM n;
CREATE MATERIALIZED VIEW n AS SELECT a FROM s.src;
--- flow insert
CREATE MATERIALIZED VIEW m FLOW INSERT BY NAME SELECT a FROM s.src;
--- empty list
CREATE MATERIALIZED VIEW m () AS SELECT a FROM s.src;
--- as left out
CREATE MATERIALIZED VIEW m SELECT a FROM s.src;
--- as left out behind clauses
CREATE MATERIALIZED VIEW m COMMENT 'c_' SELECT a FROM s.src;
--- as left out before brackets
CREATE MATERIALIZED VIEW m (SELECT a FROM s.src);
--- as left out before brackets behind clauses
CREATE MATERIALIZED VIEW m COMMENT 'c_' CLUSTER BY (a) (SELECT a FROM s.src);
--- as left out before brackets behind a list
CREATE MATERIALIZED VIEW m (x_) ((SELECT a FROM s.src));
--- as left out before a union of brackets
CREATE MATERIALIZED VIEW m (SELECT a FROM s.src) UNION ALL (SELECT b FROM s.src);
--- as left out before brackets with names for queries
CREATE MATERIALIZED VIEW m (WITH d AS (SELECT a FROM s.src) SELECT * FROM d);
--- as left out before values in brackets
CREATE MATERIALIZED VIEW m (VALUES (1), (2));
--- columns that are called like the start of a query
CREATE MATERIALIZED VIEW m (select COMMENT 'c_', with, table INT) AS SELECT 1, 2, 3;
