-- Gold: tables that answer questions. Materialized views always hold what their query would give.

CREATE OR REFRESH MATERIALIZED VIEW daily_traffic COMMENT 'Flights a day and airport, and how many were cancelled'
TBLPROPERTIES ('quality' = 'gold')
AS SELECT
  flight_date,
  origin,
  count(*) AS scheduled,
  count_if(dep_time IS NULL) AS cancelled
FROM flights_raw
GROUP BY flight_date, origin;

CREATE OR REFRESH MATERIALIZED VIEW airline_punctuality COMMENT 'How punctual each airline is'
TBLPROPERTIES ('quality' = 'gold')
AS SELECT
  airline,
  count(*) AS departures,
  count_if(is_late) AS late,
  round(100 * count_if(is_late) / count(*), 1) AS late_percent,
  round(avg(dep_delay), 1) AS mean_delay_minutes
FROM departures
GROUP BY airline;

CREATE OR REFRESH MATERIALIZED VIEW delay_by_wind COMMENT 'Whether wind delays flights'
TBLPROPERTIES ('quality' = 'gold')
AS WITH seen AS (
  SELECT d.dep_delay, w.wind_mph
  FROM departures d
  JOIN weather_hourly w ON d.origin = w.origin AND d.scheduled_hour = w.observed_hour
  WHERE w.wind_mph IS NOT NULL
)
SELECT
  CASE WHEN wind_mph < 5 THEN 'calm' WHEN wind_mph < 15 THEN 'breeze' ELSE 'strong' END AS wind,
  count(*) AS departures,
  round(avg(dep_delay), 1) AS mean_delay_minutes
FROM seen
GROUP BY 1;

-- A view is published in the catalog, too, but holds no rows of its own.
CREATE VIEW best_airlines COMMENT 'Airlines with a hundred departures or more, the most punctual first'
AS SELECT airline, departures, late_percent
FROM airline_punctuality
WHERE departures >= 100
ORDER BY late_percent, airline;
