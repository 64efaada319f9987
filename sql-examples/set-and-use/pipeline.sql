-- SET and USE act on the statements that follow in this file, and on no other file.

-- A setting for ${...} in the text, and a Spark setting for the flows below.
SET shop.cutoff = 2024-01-01;
SET spark.sql.shuffle.partitions = 1;

-- Unqualified names are in the schema staging from here on.
USE SCHEMA staging;

CREATE OR REFRESH STREAMING TABLE deliveries
AS SELECT * FROM STREAM read_files('data/deliveries', format => 'csv', header => true, schema => 'parcel INT, day DATE')
WHERE day >= '${shop.cutoff}';

-- And in marts from here on: the table above is reached by its qualified name.
USE SCHEMA marts;

CREATE OR REFRESH MATERIALIZED VIEW deliveries_per_day
AS SELECT day, count(*) AS parcels FROM staging.deliveries GROUP BY day;
