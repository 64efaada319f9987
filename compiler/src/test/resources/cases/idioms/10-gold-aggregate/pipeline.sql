CREATE OR REFRESH MATERIALIZED VIEW gold_daily COMMENT 'per day' AS SELECT date(order_ts) AS d, sum(amount) AS total, count(*) AS n FROM silver_orders GROUP BY ALL;
