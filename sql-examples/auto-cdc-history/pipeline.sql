CREATE TEMPORARY VIEW customer_history_feed
AS SELECT * FROM STREAM read_files('data/customers', format => 'json',
  schema => 'customer_id INT, name STRING, city STRING, operation STRING, change_number BIGINT');

CREATE OR REFRESH STREAMING TABLE customer_history
FLOW AUTO CDC FROM STREAM customer_history_feed
KEYS (customer_id)
APPLY AS DELETE WHEN operation = 'DELETE'
SEQUENCE BY change_number
COLUMNS * EXCEPT (operation, change_number)
STORED AS SCD TYPE 2;

-- Reads the table as any other: __END_AT IS NULL is what holds now.
CREATE MATERIALIZED VIEW moves_per_customer
AS SELECT customer_id, count(*) AS versions FROM customer_history GROUP BY customer_id;
