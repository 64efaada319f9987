CREATE OR REFRESH STREAMING TABLE sales
AS SELECT * FROM STREAM read_files('data/sales', format => 'csv', header => true, schema => 'product STRING, day DATE, amount INT');

-- Always equal to what its query gives now. When nothing that it reads has changed, an update
-- leaves it alone; otherwise the new rows replace the old ones in one commit.
CREATE OR REFRESH MATERIALIZED VIEW sales_by_product (
  product STRING COMMENT 'as on the receipt',
  total BIGINT,
  best_day DATE
)
CLUSTER BY (product)
COMMENT 'Turnover of each product'
TBLPROPERTIES ('quality' = 'gold')
REFRESH POLICY AUTO
AS SELECT product, sum(amount) AS total, max_by(day, amount) AS best_day
FROM sales
GROUP BY product;

-- Reads the one above: flows run in the order of the graph, whatever the order in the file.
CREATE OR REFRESH MATERIALIZED VIEW best_seller
AS SELECT product, total FROM sales_by_product ORDER BY total DESC LIMIT 1;
