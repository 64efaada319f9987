-- Counts a window of five minutes. WATERMARK says how late an event may come: a window is written
-- when no more of its events are expected, and an event that comes later than that is dropped.
CREATE OR REFRESH STREAMING TABLE visits_per_window
AS SELECT
  date_format(window(seen_at, '5 minutes').start, 'HH:mm') AS window_start,
  gate,
  count(*) AS visits
FROM STREAM read_files('data/visits', format => 'json', schema => 'gate STRING, seen_at TIMESTAMP')
  WATERMARK seen_at DELAY OF INTERVAL 10 MINUTES
GROUP BY window(seen_at, '5 minutes'), gate;
