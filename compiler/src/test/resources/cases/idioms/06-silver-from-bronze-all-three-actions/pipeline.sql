CREATE OR REFRESH STREAMING TABLE silver_orders (
  order_id BIGINT COMMENT 'key', amount DOUBLE, CONSTRAINT has_id EXPECT (order_id IS NOT NULL) ON VIOLATION FAIL UPDATE,
  CONSTRAINT pos EXPECT (amount > 0) ON VIOLATION DROP ROW, CONSTRAINT recent EXPECT (order_ts > '2020-01-01'), order_ts TIMESTAMP)
AS SELECT order_id, CAST(amount AS DOUBLE) AS amount, order_ts FROM STREAM(bronze_orders);
