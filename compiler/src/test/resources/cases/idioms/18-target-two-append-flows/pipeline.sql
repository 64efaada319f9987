USE CATALOG main;
USE SCHEMA sales;
CREATE OR REFRESH STREAMING TABLE all_orders;
CREATE FLOW eu AS INSERT INTO all_orders BY NAME SELECT *, 'eu' AS region FROM STREAM(orders_eu);
CREATE FLOW us COMMENT 'us feed' AS INSERT INTO main.sales.all_orders BY NAME SELECT *, 'us' AS region FROM STREAM orders_us;
