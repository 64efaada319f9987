CREATE TEMPORARY VIEW customer_feed
AS SELECT * FROM STREAM read_files('data/customers', format => 'json',
  schema => 'customer_id INT, name STRING, city STRING, operation STRING, change_number BIGINT');

CREATE OR REFRESH STREAMING TABLE customers
COMMENT 'Customers as they are now';

CREATE FLOW customer_changes
AS AUTO CDC INTO customers
FROM STREAM customer_feed
KEYS (customer_id)
APPLY AS DELETE WHEN operation = 'DELETE'
SEQUENCE BY change_number
COLUMNS * EXCEPT (operation, change_number)
STORED AS SCD TYPE 1;
