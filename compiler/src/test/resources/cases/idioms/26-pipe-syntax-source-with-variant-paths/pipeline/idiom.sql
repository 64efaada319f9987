CREATE FLOW cdc26 AS AUTO CDC INTO p FROM (FROM STREAM(raw) |> SELECT *, parse_json(value_str) AS v |> SELECT v:id::bigint AS id, v:email::string AS email, offset) KEYS (id) SEQUENCE BY offset;
