CREATE TEMPORARY VIEW one AS SELECT id, ts FROM STREAM l WATERMARK ts DELAY OF INTERVAL 1 MINUTES;
CREATE TEMPORARY VIEW two AS SELECT id, ts FROM STREAM one WHERE id > 0;
CREATE TEMPORARY VIEW batch AS SELECT id, ts FROM r WATERMARK ts DELAY OF INTERVAL 1 MINUTES;

CREATE STREAMING TABLE direct AS
SELECT window(ts, '10 minutes').start AS w, count(*) AS n FROM STREAM one GROUP BY window(ts, '10 minutes');
CREATE STREAMING TABLE nested AS
SELECT window(ts, '10 minutes').start AS w, count(*) AS n FROM STREAM two GROUP BY window(ts, '10 minutes');
CREATE STREAMING TABLE over_batch AS
SELECT window(ts, '10 minutes').start AS w, count(*) AS n FROM STREAM batch GROUP BY window(ts, '10 minutes');
CREATE STREAMING TABLE in_with AS
WITH w AS (SELECT id, ts FROM STREAM l WATERMARK ts DELAY OF INTERVAL 1 MINUTES)
SELECT window(ts, '10 minutes').start AS w, count(*) AS n FROM w GROUP BY window(ts, '10 minutes');
CREATE STREAMING TABLE with_over_view AS
WITH w AS (SELECT id, ts FROM STREAM two)
SELECT window(ts, '10 minutes').start AS w, count(*) AS n FROM w GROUP BY window(ts, '10 minutes');
CREATE STREAMING TABLE both AS
SELECT a.id FROM STREAM one a JOIN STREAM batch b ON a.id = b.id AND a.ts BETWEEN b.ts AND b.ts + INTERVAL 1 MINUTE;
CREATE STREAMING TABLE one_side AS
SELECT a.id FROM STREAM one a JOIN STREAM m b ON a.id = b.id;
CREATE STREAMING TABLE distinct_ids AS SELECT DISTINCT id, ts FROM STREAM two;
