CREATE STREAMING TABLE enriched AS SELECT o.*, c.name FROM STREAM(orders) AS o LEFT JOIN customers AS c ON o.cust = c.id;
CREATE MATERIALIZED VIEW customers AS SELECT * FROM crm.customers;
