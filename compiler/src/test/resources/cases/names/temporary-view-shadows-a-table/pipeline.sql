CREATE TEMPORARY VIEW customers AS SELECT * FROM crm.customers;
CREATE MATERIALIZED VIEW m AS SELECT c.id, f.id AS other FROM customers AS c, crm.customers AS f;
