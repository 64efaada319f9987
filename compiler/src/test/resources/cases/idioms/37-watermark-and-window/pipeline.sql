CREATE OR REFRESH STREAMING TABLE w37 AS SELECT window(ts, '5 minutes') AS w, dev, avg(v) AS v FROM STREAM(readings) WATERMARK ts DELAY OF INTERVAL 10 MINUTES GROUP BY window(ts, '5 minutes'), dev;
