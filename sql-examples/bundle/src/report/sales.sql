-- The table of the other pipeline, by its full name.
CREATE OR REFRESH MATERIALIZED VIEW sales
AS SELECT item, count(*) AS sold, sum(price) AS total
FROM ${catalog}.bakery.orders
WHERE price >= :smallest
GROUP BY item;
