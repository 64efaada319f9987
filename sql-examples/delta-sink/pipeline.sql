-- Rows that leave the pipeline: a Delta table that belongs to somebody else gets each of them once.
CREATE STREAMING TABLE shop_orders
AS SELECT order_id, partner, amount
FROM STREAM read_files('data/orders', format => 'json', schema => 'order_id INT, partner STRING, amount INT');

CREATE SINK acme USING delta OPTIONS (tableName 'acme_orders') COMMENT 'read by our partner Acme';

CREATE FLOW orders_for_acme
AS INSERT INTO SINK acme BY NAME
SELECT order_id, amount FROM STREAM shop_orders WHERE partner = 'acme';
