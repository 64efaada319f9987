-- Bronze: what was delivered, as it was delivered.

-- One table, two flows: each has its own query and its own progress.
CREATE OR REFRESH STREAMING TABLE flights_raw
  COMMENT 'Departures from the airports of New York, one row a flight, as delivered'
  TBLPROPERTIES ('quality' = 'bronze');

-- A file a day arrives in data/flights. An update reads the files it has not read before.
CREATE FLOW daily_files COMMENT 'the daily feed'
AS INSERT INTO flights_raw BY NAME
SELECT
  make_date(year, month, day) AS flight_date,
  carrier, flight, tailnum, origin, dest,
  sched_dep_time, dep_time, dep_delay, arr_delay, air_time, distance,
  time_hour AS scheduled_hour,
  'daily' AS feed
FROM STREAM read_files(
  'data/flights',
  format => 'csv',
  header => true,
  nullValue => 'NA',
  schema => 'year INT, month INT, day INT, dep_time INT, sched_dep_time INT, dep_delay INT,
             arr_time INT, sched_arr_time INT, arr_delay INT, carrier STRING, flight INT,
             tailnum STRING, origin STRING, dest STRING, air_time INT, distance INT,
             hour INT, minute INT, time_hour TIMESTAMP'
);

-- The days before the feed began were exported once, as JSON. A ONCE flow is a batch query that
-- runs in the first update and never again, unless the table is refreshed in full.
CREATE FLOW first_days COMMENT 'the days before the daily feed'
AS INSERT INTO ONCE flights_raw BY NAME
SELECT
  make_date(year, month, day) AS flight_date,
  carrier, flight, tailnum, origin, dest,
  sched_dep_time, dep_time, dep_delay, arr_delay, air_time, distance,
  time_hour AS scheduled_hour,
  'export' AS feed
FROM read_files(
  'data/history',
  format => 'json',
  schema => 'year INT, month INT, day INT, dep_time INT, sched_dep_time INT, dep_delay INT,
             arr_time INT, arr_delay INT, carrier STRING, flight INT, tailnum STRING,
             origin STRING, dest STRING, air_time INT, distance INT, time_hour TIMESTAMP'
);

-- Small files that are read whole each time they change.
CREATE OR REFRESH MATERIALIZED VIEW airlines COMMENT 'Names of the carriers'
AS SELECT carrier, name AS airline
FROM read_files('data/airlines.csv', format => 'csv', header => true, schema => 'carrier STRING, name STRING');

CREATE OR REFRESH MATERIALIZED VIEW airports COMMENT 'Names and places of the airports'
AS SELECT faa, name AS airport, lat, lon
FROM read_files(
  'data/airports.csv',
  format => 'csv',
  header => true,
  nullValue => 'NA',
  schema => 'faa STRING, name STRING, lat DOUBLE, lon DOUBLE, alt INT, tz INT, dst STRING, tzone STRING'
);

-- A private table is stored and keeps its progress, but only this pipeline sees it.
CREATE PRIVATE STREAMING TABLE weather_hourly
AS SELECT
  origin,
  time_hour AS observed_hour,
  round((temp - 32) / 1.8, 1) AS celsius,
  wind_speed AS wind_mph,
  visib AS visibility_miles
FROM STREAM read_files(
  'data/weather',
  format => 'csv',
  header => true,
  nullValue => 'NA',
  schema => 'origin STRING, year INT, month INT, day INT, hour INT, temp DOUBLE, dewp DOUBLE,
             humid DOUBLE, wind_dir INT, wind_speed DOUBLE, wind_gust DOUBLE, precip DOUBLE,
             pressure DOUBLE, visib DOUBLE, time_hour TIMESTAMP'
);
