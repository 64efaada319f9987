CREATE STREAMING TABLE per_country AS SELECT country, count(*) AS n FROM STREAM e GROUP BY country;
CREATE TEMPORARY VIEW totals AS SELECT sum(x) AS s FROM STREAM e;
CREATE STREAMING TABLE per_window AS
SELECT window(ts, '5 minutes') AS w, count(*) AS n FROM STREAM e WATERMARK ts DELAY OF INTERVAL 1 MINUTE GROUP BY window(ts, '5 minutes');
