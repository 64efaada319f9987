-- The spelling of older pipelines. It runs unchanged; each form gets a note with today's spelling.
CREATE OR REFRESH STREAMING LIVE TABLE legacy_orders
AS SELECT * FROM STREAM read_files("data/orders", format => "json", schema => "id INT, item STRING");

CREATE TEMPORARY LIVE VIEW legacy_prices
AS SELECT * FROM VALUES ("pen", 2), ("book", 9) AS prices(item, price);

CREATE LIVE TABLE legacy_turnover
AS SELECT o.item, sum(p.price) AS turnover
FROM LIVE.legacy_orders o JOIN LIVE.legacy_prices p ON o.item = p.item
GROUP BY o.item;
