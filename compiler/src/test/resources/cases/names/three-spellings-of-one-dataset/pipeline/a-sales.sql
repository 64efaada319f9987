USE SCHEMA sales;
CREATE STREAMING TABLE orders AS SELECT * FROM STREAM read_files('/in/orders', format => 'json');
CREATE MATERIALIZED VIEW by_bare_name AS SELECT * FROM orders;
