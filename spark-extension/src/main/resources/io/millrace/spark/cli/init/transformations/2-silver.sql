-- Silver: each order with its customer; :min_amount is a parameter of millrace.yml.
CREATE OR REFRESH STREAMING TABLE orders
COMMENT 'Orders with the name and country of the customer'
AS SELECT o.order_id, o.ordered_at, o.amount, c.name, c.country
FROM STREAM raw_orders o
JOIN customers c ON o.customer_id = c.customer_id
WHERE o.amount >= :min_amount;
