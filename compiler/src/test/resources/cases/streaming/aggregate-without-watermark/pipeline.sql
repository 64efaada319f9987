CREATE STREAMING TABLE two;
CREATE FLOW totals AS INSERT INTO two BY NAME SELECT country, count(*) AS n FROM STREAM e GROUP BY country;
CREATE FLOW more AS INSERT INTO two BY NAME SELECT country, n FROM STREAM f;

CREATE SINK out USING json OPTIONS (path 'out');
CREATE FLOW to_sink AS INSERT INTO out BY NAME SELECT sum(x) AS s FROM STREAM e;

CREATE TABLE managed FLOW INSERT BY NAME SELECT country, max(x) AS m FROM STREAM e GROUP BY country;

CREATE STREAMING TABLE kept FLOW REPLACE USING (country) SEQUENCE BY m BY NAME
SELECT country, max(x) AS m FROM STREAM e GROUP BY country;

CREATE STREAMING TABLE joined AS
SELECT e.country, count(*) AS n FROM STREAM e JOIN STREAM f ON e.country = f.country GROUP BY e.country;

-- the place is that in the view, for each that reads it where it cannot be
CREATE TEMPORARY VIEW per_country AS SELECT country, count(*) AS n FROM STREAM e GROUP BY country;
CREATE FLOW view_to_sink AS INSERT INTO out BY NAME SELECT n AS s FROM STREAM per_country;

CREATE STREAMING TABLE per_window AS
SELECT window(ts, '5 minutes') AS w, count(*) AS n FROM STREAM e WATERMARK ts DELAY OF INTERVAL 1 MINUTE GROUP BY window(ts, '5 minutes');
