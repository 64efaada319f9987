CREATE FLOW hydrate AS AUTO CDC ONCE INTO orders FROM stream(snapshot_v) KEYS (order_id) SEQUENCE BY ts STORED AS SCD TYPE 1;
