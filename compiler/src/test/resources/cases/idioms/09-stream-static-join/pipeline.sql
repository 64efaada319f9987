CREATE OR REFRESH STREAMING TABLE s9 AS SELECT o.*, c.name FROM STREAM(silver_orders) o LEFT JOIN customers c ON o.cust = c.id;
