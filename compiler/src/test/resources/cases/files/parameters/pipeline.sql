SET source.path = /landing;
CREATE STREAMING TABLE t AS SELECT *, :region AS region FROM STREAM read_files('${source.path}/orders', format => 'json');
CREATE MATERIALIZED VIEW m AS SELECT * FROM t WHERE region = :regoin AND path = '${source.pth}';
