CREATE STREAMING TABLE t;
CREATE FLOW cdc25 AS AUTO CDC INTO t FROM (SELECT *, _commit_timestamp AS ts FROM STREAM src WITH (readChangeFeed = true) WHERE _change_type <> 'update_preimage') KEYS (id) APPLY AS DELETE WHEN _change_type = 'delete' SEQUENCE BY (_commit_version) STORED AS SCD TYPE 1;
