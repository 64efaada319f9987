-- A target without a query of its own, and two flows that append to it. Each flow has its own
-- progress: one can fail, or be added later, without touching the other.
CREATE OR REFRESH STREAMING TABLE all_orders COMMENT 'Orders of both regions';

CREATE FLOW orders_from_europe COMMENT 'files of the shop in Lyon'
AS INSERT INTO all_orders BY NAME
SELECT order_id, amount, 'eu' AS region
FROM STREAM read_files('data/europe', format => 'csv', header => true, schema => 'order_id INT, amount INT');

-- BY NAME: the order of the columns does not matter, and a missing one becomes NULL.
CREATE FLOW orders_from_america
AS INSERT INTO all_orders BY NAME
SELECT 'us' AS region, number AS order_id
FROM STREAM read_files('data/america', format => 'json', schema => 'number INT');
