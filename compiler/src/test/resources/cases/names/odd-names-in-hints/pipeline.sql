-- Whatever a hint says to write has back-ticks where the name needs them.
CREATE STREAMING TABLE `raw orders` (`order id` BIGINT, `unit price` DECIMAL(10, 2), `größe` INT, `at.time` TIMESTAMP, `select` STRING)
AS SELECT * FROM STREAM read_files('/orders', format => 'json');

-- the sequence is tracked
CREATE STREAMING TABLE `price history`;
CREATE FLOW `to history` AS AUTO CDC INTO `price history` FROM STREAM(`raw orders`)
KEYS (`order id`) SEQUENCE BY `unit price` STORED AS SCD TYPE 2;

-- the sequence is text, and a column that is not there
CREATE STREAMING TABLE `by select`;
CREATE FLOW `to select` AS AUTO CDC INTO `by select` FROM STREAM(`raw orders`)
KEYS (colour) SEQUENCE BY `select`;

-- nearly the name of a column
CREATE STREAMING TABLE `by size` PARTITIONED BY (`order ids`) AS SELECT `order id`, `größe` FROM STREAM(`raw orders`);
CREATE STREAMING TABLE sized (`order id` BIGINT, `größe` INT) PARTITIONED BY (`order ids`) AS SELECT * FROM STREAM(`raw orders`);
CREATE STREAMING TABLE keyed (`order id` BIGINT, `größe` INT) CLUSTER BY (xyz) AS SELECT * FROM STREAM(`raw orders`);

-- a batch read where a stream is needed, and the other way round
CREATE STREAMING TABLE `no stream` AS SELECT * FROM `raw orders`;
CREATE MATERIALIZED VIEW `with stream` AS SELECT * FROM STREAM(`raw orders`);
CREATE VIEW `view of stream` AS SELECT * FROM STREAM(`raw orders`);
CREATE MATERIALIZED VIEW `batch of view` AS SELECT * FROM `view of stream`;

-- a dataset without a flow, with an AUTO CDC flow on a batch read, with an append flow beside it
CREATE TABLE `empty one`;
CREATE STREAMING TABLE `from batch`;
CREATE FLOW `cdc batch` AS AUTO CDC INTO `from batch` FROM `raw orders` KEYS (`order id`) SEQUENCE BY `at.time`;
CREATE FLOW `once beside` AS INSERT INTO ONCE `from batch` BY NAME SELECT 1 AS `order id`;

-- names that have too many parts, or are nearly right
CREATE FLOW a.`my flow` AS INSERT INTO `price history` BY NAME SELECT * FROM STREAM(`raw orders`);
CREATE TEMPORARY VIEW a.`my view` AS SELECT 1 AS a;
CREATE TABLE `as select` AS SELECT 1 AS a;
CREATE MATERIALIZED VIEW misspelt AS SELECT * FROM LIVE.`raw order`;
