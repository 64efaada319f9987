--- the shortest form
CREATE TEMPORARY VIEW v AS SELECT a FROM s.src;
--- temp
CREATE TEMP VIEW v AS SELECT a FROM s.src;
--- or refresh
CREATE OR REFRESH TEMPORARY VIEW v AS SELECT a FROM s.src;
--- or replace
CREATE OR REPLACE TEMPORARY VIEW v AS SELECT a FROM s.src;
--- if not exists
CREATE TEMPORARY VIEW IF NOT EXISTS v AS SELECT a FROM s.src;
--- legacy
CREATE LIVE VIEW v AS SELECT a FROM s.src;
--- legacy temporary
CREATE TEMPORARY LIVE VIEW v AS SELECT a FROM s.src;
--- legacy or refresh temporary
CREATE OR REFRESH TEMPORARY LIVE VIEW v AS SELECT a FROM s.src;
--- legacy or replace temporary
CREATE OR REPLACE TEMPORARY LIVE VIEW v AS SELECT a FROM s.src;
--- legacy streaming
CREATE STREAMING LIVE VIEW v AS SELECT a FROM STREAM(s.src);
--- legacy temporary streaming
CREATE TEMPORARY STREAMING LIVE VIEW v AS SELECT a FROM STREAM(s.src);
--- legacy incremental
CREATE INCREMENTAL LIVE VIEW v AS SELECT a FROM STREAM(s.src);
--- stream
CREATE TEMPORARY VIEW v AS SELECT a FROM STREAM s.src;
CREATE STREAMING TABLE t AS SELECT a FROM STREAM v;
--- aliases
CREATE TEMPORARY VIEW v (x_, y_) AS SELECT a, b FROM s.src;
--- aliases with comments
CREATE TEMPORARY VIEW v (x_ COMMENT 'c_', y_) AS SELECT a, b FROM s.src;
--- expectation
CREATE TEMPORARY VIEW v (CONSTRAINT c_ EXPECT (a > 0)) AS SELECT a FROM s.src;
--- expectation that drops
CREATE TEMPORARY VIEW v (CONSTRAINT c_ EXPECT (a > 0) ON VIOLATION DROP ROW) AS SELECT a FROM s.src;
--- expectation that fails
CREATE TEMPORARY VIEW v (CONSTRAINT c_ EXPECT (a > 0) ON VIOLATION FAIL UPDATE) AS SELECT a FROM s.src;
--- aliases and expectation
CREATE TEMPORARY VIEW v (x_, CONSTRAINT c_ EXPECT (x_ > 0), y_) AS SELECT a, b FROM s.src;
--- two expectations
CREATE TEMPORARY VIEW v (CONSTRAINT c_ EXPECT (a > 0), CONSTRAINT d_ EXPECT (b > 0) ON VIOLATION DROP ROW) AS SELECT a, b FROM s.src;
--- comment
CREATE TEMPORARY VIEW v COMMENT 'c_' AS SELECT a FROM s.src;
--- properties
CREATE TEMPORARY VIEW v TBLPROPERTIES ('k_' = 'v_') AS SELECT a FROM s.src;
--- properties and comment
CREATE TEMPORARY VIEW v TBLPROPERTIES ('k_' = 'v_') COMMENT 'c_' AS SELECT a FROM s.src;
--- comment and properties behind a list
CREATE TEMPORARY VIEW v (x_ COMMENT 'e_', CONSTRAINT c_ EXPECT (x_ > 0)) COMMENT 'd_' TBLPROPERTIES ('k_' = 'v_') AS SELECT a FROM s.src;
--- values
CREATE TEMPORARY VIEW v (x_, y_) AS VALUES (1, 'a');
--- query with WITH
CREATE TEMPORARY VIEW v AS WITH q AS (SELECT a FROM STREAM s.src) SELECT a FROM q;
--- query in pipe syntax
CREATE TEMPORARY VIEW v AS FROM STREAM s.src |> SELECT a;
--- name like a table outside
CREATE TEMPORARY VIEW src AS SELECT a FROM s.src;
--- empty list
CREATE TEMPORARY VIEW v () AS SELECT 1 AS a;
--- as left out
CREATE TEMPORARY VIEW v SELECT a FROM s.src;
--- as left out behind clauses
CREATE TEMPORARY VIEW v COMMENT 'c_' SELECT a FROM s.src;
--- as left out before brackets
CREATE TEMPORARY VIEW v (SELECT a FROM s.src);
