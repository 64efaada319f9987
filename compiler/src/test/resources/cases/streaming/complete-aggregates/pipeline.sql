CREATE STREAMING TABLE per_country AS SELECT country, count(*) AS n FROM STREAM e GROUP BY country;
CREATE STREAMING TABLE total AS SELECT sum(x) AS s FROM STREAM e;

CREATE STREAMING TABLE ordered;
CREATE FLOW fill AS INSERT INTO ordered BY NAME
SELECT country, count(*) AS n FROM STREAM e GROUP BY country HAVING count(*) > 1 ORDER BY n DESC LIMIT 10;

CREATE STREAMING TABLE pivoted AS
SELECT * FROM (SELECT country, kind, x FROM STREAM e) PIVOT (sum(x) FOR kind IN ('a', 'b'));

CREATE STREAMING TABLE ranked AS
WITH totals AS (SELECT country, kind, sum(x) AS s FROM STREAM e GROUP BY country, kind)
SELECT country, kind, s, rank() OVER (PARTITION BY country ORDER BY s DESC) AS place FROM totals;

CREATE TEMPORARY VIEW per_kind AS SELECT kind, sum(x) AS s FROM STREAM e GROUP BY kind ORDER BY kind;
CREATE STREAMING TABLE largest AS SELECT max(s) AS s FROM STREAM per_kind;

CREATE STREAMING TABLE follows AS SELECT * FROM STREAM per_country WITH (readChangeFeed);
CREATE MATERIALIZED VIEW reads AS SELECT * FROM per_country;
