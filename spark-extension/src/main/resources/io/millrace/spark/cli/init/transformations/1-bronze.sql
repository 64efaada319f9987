-- Bronze: files as they come in. A streaming table reads each file once.
CREATE OR REFRESH STREAMING TABLE raw_orders
COMMENT 'Orders as they arrive in data/orders'
AS SELECT *, _metadata.file_name AS source_file
FROM STREAM read_files(
  'data/orders',
  format => 'json',
  schema => 'order_id BIGINT, customer_id BIGINT, amount DECIMAL(10, 2), ordered_at TIMESTAMP');

CREATE OR REFRESH MATERIALIZED VIEW customers
COMMENT 'Who orders'
AS SELECT *
FROM read_files('data/customers', format => 'json', schema => 'customer_id BIGINT, name STRING, country STRING');
