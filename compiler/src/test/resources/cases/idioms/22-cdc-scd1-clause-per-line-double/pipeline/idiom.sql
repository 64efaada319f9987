CREATE FLOW cdc22 AS AUTO CDC INTO
  users
FROM
  stream(cdc.users)
KEYS
  (user_id)
APPLY AS DELETE WHEN
  op = "DELETE"
APPLY AS TRUNCATE WHEN
  op = "TRUNCATE"
SEQUENCE BY
  seq
COLUMNS * EXCEPT
  (op, seq, _rescued_data)
STORED AS
  SCD TYPE 1;
