SET
  spark.source;
SET shop.region = north;
SET shop.region;
SET `shop.region`;
SET shop.password = hunter2;
SET shop.password;
SET;
SET -v;
CREATE MATERIALIZED VIEW m AS SELECT '${shop.region}' AS region;
