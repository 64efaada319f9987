CREATE MATERIALIZED VIEW m AS SELECT day, count(*), sum(amount) AS total FROM s GROUP BY day;
