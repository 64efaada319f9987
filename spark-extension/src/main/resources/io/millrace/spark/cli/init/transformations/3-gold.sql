-- Gold: a materialized view always shows what its query would.
CREATE OR REFRESH MATERIALIZED VIEW revenue_by_country
COMMENT 'Number of orders and revenue of each country'
AS SELECT country, count(*) AS orders, sum(amount) AS revenue
FROM orders
GROUP BY country;
