CREATE STREAMING TABLE with_an_end AS SELECT * FROM STREAM table_changes('src', 1, 2);
CREATE MATERIALIZED VIEW from_nowhere AS SELECT * FROM table_changes('src');
CREATE MATERIALIZED VIEW named AS SELECT * FROM table_changes('src', start => 1);

-- Right.
CREATE STREAMING TABLE a AS SELECT * FROM STREAM table_changes('src', 1);
CREATE MATERIALIZED VIEW b AS SELECT * FROM table_changes('src', '2024-01-31', current_timestamp());
