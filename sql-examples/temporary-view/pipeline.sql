-- Temporary views are names for queries: nothing is stored, nothing is published.

-- This one is a stream, because its query reads one. It has to be read with STREAM.
CREATE TEMPORARY VIEW valid_payments
AS SELECT * FROM STREAM read_files('data/payments', format => 'json', schema => 'payment_id INT, shop STRING, cents INT')
WHERE cents > 0;

-- This one is a batch: a table of three rows, with names given to its columns.
CREATE TEMPORARY VIEW shop_names (shop COMMENT 'key', city)
AS VALUES ('s1', 'Lyon'), ('s2', 'Porto'), ('s3', 'Gdansk');

CREATE OR REFRESH STREAMING TABLE payments_with_city
AS SELECT p.payment_id, s.city, p.cents
FROM STREAM(valid_payments) p LEFT JOIN shop_names s ON p.shop = s.shop;
