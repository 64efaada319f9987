--- the shortest form
CREATE FLOW f_ AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- lower case
create flow f_ as insert into t by name select * from stream s.src;
--- comment
CREATE FLOW f_ COMMENT 'c_' AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- spark conf
CREATE FLOW f_ SPARK_CONF ('spark.sql.ansi.enabled' = 'false') AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- spark conf without quotes
CREATE FLOW f_ SPARK_CONF (spark.sql.shuffle.partitions = 4) AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- import checkpoint
CREATE FLOW f_ IMPORT CHECKPOINT '/old_' AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- comment, conf and checkpoint
CREATE FLOW f_ COMMENT 'c_' SPARK_CONF ('spark.sql.shuffle.partitions' = '4') IMPORT CHECKPOINT '/old_' AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- checkpoint, conf and comment
CREATE FLOW f_ IMPORT CHECKPOINT '/old_' SPARK_CONF ('spark.sql.shuffle.partitions' = '4') COMMENT 'c_' AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- once before into
CREATE FLOW f_ AS INSERT ONCE INTO t BY NAME SELECT * FROM s.src;
--- once behind into
CREATE FLOW f_ AS INSERT INTO ONCE t BY NAME SELECT * FROM s.src;
--- a table called once
CREATE FLOW f_ AS INSERT INTO `once` BY NAME SELECT * FROM STREAM s.src;
--- a table called once, once
CREATE FLOW f_ AS INSERT ONCE INTO `once` BY NAME SELECT * FROM s.src;
--- once with comment
CREATE FLOW f_ COMMENT 'c_' AS INSERT ONCE INTO t BY NAME SELECT * FROM s.src;
--- once over values
CREATE FLOW f_ AS INSERT ONCE INTO t BY NAME VALUES (1) AS v(a);
--- once over a batch of files
CREATE FLOW f_ AS INSERT ONCE INTO t BY NAME SELECT * FROM read_files('/data_', format => 'json');
--- target of two parts
CREATE FLOW f_ AS INSERT INTO default.t BY NAME SELECT * FROM STREAM s.src;
--- target of three parts
CREATE FLOW f_ AS INSERT INTO spark_catalog.default.t BY NAME SELECT * FROM STREAM s.src;
--- target in back-ticks
CREATE FLOW f_ AS INSERT INTO `t` BY NAME SELECT * FROM STREAM s.src;
--- name in back-ticks
CREATE FLOW `f_` AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- name that is a keyword
CREATE FLOW comment AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- name that begins the body
CREATE FLOW insert AS INSERT INTO t BY NAME SELECT * FROM STREAM s.src;
--- sink
CREATE FLOW f_ AS INSERT INTO SINK out BY NAME SELECT * FROM STREAM s.src;
--- sink without the word
CREATE FLOW f_ AS INSERT INTO out BY NAME SELECT * FROM STREAM s.src;
--- declared columns
CREATE FLOW f_ AS INSERT INTO declared BY NAME SELECT id, n FROM STREAM s.src;
--- fewer than the declared columns
CREATE FLOW f_ AS INSERT INTO declared BY NAME SELECT id FROM STREAM s.src;
--- declared columns in another order
CREATE FLOW f_ AS INSERT INTO declared BY NAME SELECT n, id FROM STREAM s.src;
--- query with WITH
CREATE FLOW f_ AS INSERT INTO t BY NAME WITH q AS (SELECT * FROM STREAM s.src) SELECT * FROM q;
--- query with FROM first
CREATE FLOW f_ AS INSERT INTO t BY NAME FROM STREAM s.src SELECT *;
--- query in brackets
CREATE FLOW f_ AS INSERT INTO t BY NAME (SELECT * FROM STREAM s.src);
--- query in pipe syntax
CREATE FLOW f_ AS INSERT INTO t BY NAME FROM STREAM s.src |> WHERE a > 0;
--- replace using
CREATE FLOW f_ AS INSERT INTO r BY NAME REPLACE USING (id) SEQUENCE BY n SELECT id, n FROM STREAM s.src;
--- replace using two keys, in a table of its own
CREATE STREAMING TABLE x;
CREATE FLOW f_ AS INSERT INTO x BY NAME REPLACE USING (k_, l_) SEQUENCE BY n_ SELECT k_, l_, n_ FROM STREAM s.src;
--- replace using with comment
CREATE FLOW f_ COMMENT 'c_' AS INSERT INTO r BY NAME REPLACE USING (id) SEQUENCE BY n SELECT id, n FROM STREAM s.src;
--- replace where
CREATE FLOW f_ AS INSERT INTO w BY NAME REPLACE WHERE n < -1 SELECT id, n FROM s.src;
--- replace where of two conditions
CREATE FLOW f_ AS INSERT INTO w BY NAME REPLACE WHERE n < -1 AND (id = 1 OR id IS NULL) SELECT id, n FROM s.src;
--- replace where with comment and conf
CREATE FLOW f_ COMMENT 'c_' SPARK_CONF ('spark.sql.shuffle.partitions' = '4') AS INSERT INTO w BY NAME REPLACE WHERE n < -1 SELECT id, n FROM s.src;
--- replace where with WITH
CREATE FLOW f_ AS INSERT INTO w BY NAME REPLACE WHERE n < -1 WITH q AS (SELECT id, n FROM s.src) SELECT * FROM q;
--- replace where with FROM first
CREATE FLOW f_ AS INSERT INTO w BY NAME REPLACE WHERE n < -1 FROM s.src SELECT id, n;
--- auto cdc
CREATE STREAMING TABLE c;
CREATE FLOW f_ COMMENT 'x_' AS AUTO CDC INTO c FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- once into a sink
CREATE FLOW f_ AS INSERT ONCE INTO SINK out BY NAME SELECT * FROM s.src;
