--- the shortest form
CREATE VIEW v AS SELECT a FROM s.src;
CREATE MATERIALIZED VIEW m AS SELECT a FROM v;
--- or refresh
CREATE OR REFRESH VIEW v AS SELECT a FROM s.src;
--- or replace
CREATE OR REPLACE VIEW v AS SELECT a FROM s.src;
--- if not exists
CREATE VIEW IF NOT EXISTS v AS SELECT a FROM s.src;
--- name of two parts
CREATE VIEW gold.v AS SELECT a FROM s.src;
--- name of three parts
CREATE VIEW spark_catalog.gold.v AS SELECT a FROM s.src;
--- one column
CREATE VIEW v (x_) AS SELECT a FROM s.src;
--- columns with comments
CREATE VIEW v (x_ COMMENT 'c_', y_, z_ COMMENT "d_") AS SELECT a, b, c FROM s.src;
--- comment
CREATE VIEW v COMMENT 'c_' AS SELECT a FROM s.src;
--- properties
CREATE VIEW v TBLPROPERTIES ('k_' = 'v_') AS SELECT a FROM s.src;
--- comment and properties
CREATE VIEW v COMMENT 'c_' TBLPROPERTIES ('k_' = 'v_') AS SELECT a FROM s.src;
--- properties and comment
CREATE VIEW v TBLPROPERTIES ('k_' = 'v_') COMMENT 'c_' AS SELECT a FROM s.src;
--- columns, comment and properties
CREATE OR REPLACE VIEW v (x_ COMMENT 'e_') COMMENT 'c_' TBLPROPERTIES ('k_' = 'v_') AS SELECT a FROM s.src;
--- default collation
CREATE VIEW v DEFAULT COLLATION UTF8_BINARY AS SELECT a FROM s.src;
--- values
CREATE VIEW v (x_, y_) AS VALUES (1, 'a');
--- query with WITH
CREATE VIEW v AS WITH q AS (SELECT 1 AS a) SELECT a FROM q;
--- query with FROM first
CREATE VIEW v AS FROM s.src SELECT a;
--- view over a view
CREATE VIEW v AS SELECT a FROM w;
CREATE VIEW w AS SELECT a FROM s.src;
--- view over a streaming table
CREATE VIEW v AS SELECT a FROM t;
CREATE STREAMING TABLE t AS SELECT a FROM STREAM s.src;
--- view over a batch of files
CREATE VIEW v AS SELECT * FROM read_files('/data_', format => 'csv');
--- name that is a keyword
CREATE VIEW view AS SELECT a FROM s.src;
--- empty list
CREATE VIEW v () AS SELECT 1 AS a;
--- read as a stream of what it reads
CREATE VIEW v AS SELECT a FROM s.src;
CREATE STREAMING TABLE t AS SELECT a FROM STREAM v;
--- as left out
CREATE VIEW v SELECT a FROM s.src;
--- as left out behind clauses
CREATE VIEW v COMMENT 'c_' SELECT a FROM s.src;
