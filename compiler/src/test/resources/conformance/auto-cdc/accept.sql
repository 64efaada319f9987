--- the shortest form
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- apply changes in a flow
CREATE FLOW f_ AS APPLY CHANGES INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- apply changes alone
APPLY CHANGES INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- apply changes into live
APPLY CHANGES INTO LIVE.t FROM STREAM(s.src) KEYS (k_) SEQUENCE BY n_;
--- auto cdc alone
AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- lower case
create flow f_ as auto cdc into t from stream s.src keys (k_) sequence by n_;
--- once before into
CREATE FLOW f_ AS AUTO CDC ONCE INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- once behind into
CREATE FLOW f_ AS AUTO CDC INTO ONCE t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- once over a batch
CREATE FLOW f_ AS AUTO CDC ONCE INTO t FROM s.src KEYS (k_) SEQUENCE BY n_;
--- comment and conf
CREATE FLOW f_ COMMENT 'c_' SPARK_CONF ('spark.sql.shuffle.partitions' = '4') AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- source in brackets
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM(s.src) KEYS (k_) SEQUENCE BY n_;
--- source with alias
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src AS q KEYS (k_) SEQUENCE BY n_;
--- source with options
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src WITH (skipChangeCommits) KEYS (k_) SEQUENCE BY n_;
--- source of files
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM read_files('/data_', format => 'json') KEYS (k_) SEQUENCE BY n_;
--- source that is a query
CREATE FLOW f_ AS AUTO CDC INTO t FROM (SELECT k_, n_ FROM STREAM s.src) KEYS (k_) SEQUENCE BY n_;
--- source that is a query with alias
CREATE FLOW f_ AS AUTO CDC INTO t FROM (SELECT k_, n_ FROM STREAM s.src WHERE x > 0) q KEYS (k_) SEQUENCE BY n_;
--- source in pipe syntax
CREATE FLOW f_ AS AUTO CDC INTO t FROM (FROM STREAM s.src |> SELECT k_, n_) KEYS (k_) SEQUENCE BY n_;
--- source that joins
CREATE FLOW f_ AS AUTO CDC INTO t FROM (SELECT a.k_, a.n_, b.x FROM STREAM s.src a JOIN s.dim b ON a.k_ = b.k_) KEYS (k_) SEQUENCE BY n_;
--- two keys
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_, l_) SEQUENCE BY n_;
--- key in back-ticks
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (`k 1_`) SEQUENCE BY n_;
--- keys without blank
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS(k_) SEQUENCE BY n_;
--- struct as sequence
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY STRUCT(a_, b_);
--- expression as sequence
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY CAST(n_ AS BIGINT) + 1;
--- ignore null updates
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES SEQUENCE BY n_;
--- ignore null updates on a list
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES ON (a_, b_) SEQUENCE BY n_;
--- ignore null updates on bare columns
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES ON a_, b_ SEQUENCE BY n_;
--- ignore null updates on all
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES ON * SEQUENCE BY n_;
--- ignore null updates on all but some
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES ON * EXCEPT (a_) SEQUENCE BY n_;
--- delete
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) APPLY AS DELETE WHEN op_ = 'D_' SEQUENCE BY n_;
--- delete of two conditions
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) APPLY AS DELETE WHEN op_ = "D_" AND (x_ IS NULL OR x_ > 1) SEQUENCE BY n_;
--- truncate
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) APPLY AS TRUNCATE WHEN op_ = 'T_' SEQUENCE BY n_;
--- delete and truncate
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) APPLY AS DELETE WHEN op_ = 'D_' APPLY AS TRUNCATE WHEN op_ = 'T_' SEQUENCE BY n_;
--- columns all but some
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS * EXCEPT (op_, n_);
--- columns in brackets
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS (k_, a_);
--- bare columns
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS k_, a_;
--- columns all
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS *;
--- stored as type 1
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 1;
--- stored as type 2 => MILLRACE_CDC_SEQUENCE_TRACKED
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 2;
--- columns and storage => MILLRACE_CDC_SEQUENCE_TRACKED
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS * EXCEPT (op_) STORED AS SCD TYPE 2;
--- history of a list
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 2 TRACK HISTORY ON (a_, b_);
--- history of bare columns
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 2 TRACK HISTORY ON a_, b_;
--- history of all but some => MILLRACE_CDC_SEQUENCE_TRACKED
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (a_);
--- history of all => MILLRACE_CDC_SEQUENCE_TRACKED
CREATE FLOW f_ AS AUTO CDC INTO t FROM (SELECT k_, n_, a FROM STREAM s.src) KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 2 TRACK HISTORY ON *;
--- bitemporal
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ SYSTEM SEQUENCE BY z_ STORED AS BITEMPORAL;
--- columns to update
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS TO UPDATE c_;
--- columns to update behind storage
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ STORED AS SCD TYPE 1 COLUMNS TO UPDATE c_;
--- columns and columns to update
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ COLUMNS * EXCEPT (op_) COLUMNS TO UPDATE c_;
--- sequence before delete
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_ APPLY AS DELETE WHEN op_ = 'D_';
--- all clauses of type 1
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES APPLY AS DELETE WHEN op_ = 'D_' APPLY AS TRUNCATE WHEN op_ = 'T_' SEQUENCE BY n_ COLUMNS * EXCEPT (op_) STORED AS SCD TYPE 1;
--- all clauses of type 2
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) IGNORE NULL UPDATES ON (a_) APPLY AS DELETE WHEN op_ = 'D_' SEQUENCE BY n_ COLUMNS * EXCEPT (op_) STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (n_);
--- columns that are called like clauses
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (keys) SEQUENCE BY `sequence` COLUMNS (keys, `columns`, stored);
--- inline
CREATE STREAMING TABLE u FLOW AUTO CDC FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- inline once
CREATE STREAMING TABLE u FLOW AUTO CDC ONCE FROM s.src KEYS (k_) SEQUENCE BY n_;
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- two flows that agree
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
CREATE FLOW g_ AS AUTO CDC INTO t FROM STREAM s.src2 KEYS (k_) SEQUENCE BY n_;
--- snapshot
CREATE FLOW f_ AS AUTO CDC FROM SNAPSHOT INTO t FROM s.src KEYS (k_);
--- snapshot with version
CREATE FLOW f_ AS AUTO CDC FROM SNAPSHOT INTO t FROM s.src KEYS (k_) SNAPSHOT VERSION n_;
--- snapshot stored as type 2
CREATE FLOW f_ AS AUTO CDC FROM SNAPSHOT INTO t FROM s.src KEYS (k_) STORED AS SCD TYPE 2;
--- snapshot with history
CREATE FLOW f_ AS AUTO CDC FROM SNAPSHOT INTO t FROM (SELECT * FROM s.src) KEYS (k_, l_) SNAPSHOT VERSION n_ STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (a_);
--- snapshot of a query
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_);
--- snapshot of a query once
CREATE FLOW f_ AS AUTO CDC ONCE INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_);
--- snapshot of a query once behind into
CREATE FLOW f_ AS AUTO CDC INTO ONCE t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_);
--- snapshot of a query with version
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) WITH VERSION (SELECT max(v_) FROM s.src) KEYS (k_);
--- snapshot of a query once with version
CREATE FLOW f_ AS AUTO CDC ONCE INTO t FROM SNAPSHOT (SELECT * FROM s.src) WITH VERSION (SELECT 1) KEYS (k_);
--- snapshot of a query stored as type 1
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_) STORED AS SCD TYPE 1;
--- snapshot of a query stored as type 2
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_, l_) STORED AS SCD TYPE 2;
--- snapshot of a query with history
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) WITH VERSION (SELECT 1) KEYS (k_) STORED AS SCD TYPE 2 TRACK HISTORY ON a_, b_;
--- snapshot of a query with history of all but some
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_) STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (a_);
--- snapshot of a query, clauses in another order
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) TRACK HISTORY ON (a_) STORED AS SCD TYPE 2 KEYS (k_);
--- snapshot of a query and its version as an expression
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_) SNAPSHOT VERSION n_;
--- snapshot of other queries
CREATE FLOW f_ AS AUTO CDC INTO t FROM SNAPSHOT (WITH d AS (SELECT * FROM s.src) SELECT * FROM d) WITH VERSION (VALUES (1)) KEYS (k_);
--- snapshot of a query inline
CREATE STREAMING TABLE u FLOW AUTO CDC ONCE FROM SNAPSHOT (TABLE s.src) WITH VERSION (SELECT 1) KEYS (k_) STORED AS SCD TYPE 2 TRACK HISTORY ON a_;
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src KEYS (k_) SEQUENCE BY n_;
--- snapshot of a query, older words
CREATE FLOW f_ AS APPLY CHANGES INTO t FROM SNAPSHOT (SELECT * FROM s.src) KEYS (k_);
--- a table that is called snapshot
CREATE FLOW f_ AS AUTO CDC ONCE INTO t FROM snapshot s KEYS (k_) SEQUENCE BY n_;
CREATE TEMPORARY VIEW snapshot AS SELECT 1 AS k_, 2 AS n_;
--- source that joins, without brackets
CREATE FLOW f_ AS AUTO CDC INTO t FROM STREAM s.src JOIN s.dim USING (k_) KEYS (k_) SEQUENCE BY n_;
