-- Silver: flights that took off, with names in place of codes.

-- A temporary view is a named query: nothing is stored. This one is a stream, because it reads one.
CREATE TEMPORARY VIEW departed
AS SELECT *, dep_delay > 15 AS is_late
FROM STREAM(flights_raw)
WHERE dep_time IS NOT NULL;

-- A stream joined with tables: each new flight looks up the names as they are at that moment.
CREATE OR REFRESH STREAMING TABLE departures (
  flight_date DATE NOT NULL COMMENT 'the day of the departure in New York',
  origin STRING COMMENT 'EWR, JFK or LGA',
  dest STRING,
  destination STRING COMMENT 'name of the airport; NULL for those outside the fifty states',
  carrier STRING,
  airline STRING,
  flight INT,
  scheduled_hour TIMESTAMP,
  dep_delay INT COMMENT 'minutes; negative for early',
  arr_delay INT COMMENT 'minutes; negative for early',
  distance INT COMMENT 'miles',
  is_late BOOLEAN COMMENT 'left more than 15 minutes late'
)
COMMENT 'Flights that left, with the names of airline and destination'
TBLPROPERTIES ('quality' = 'silver')
AS SELECT
  d.flight_date, d.origin, d.dest, p.airport AS destination, d.carrier, a.airline, d.flight,
  d.scheduled_hour, d.dep_delay, d.arr_delay, d.distance, d.is_late
FROM STREAM(departed) d
LEFT JOIN airlines a ON d.carrier = a.carrier
LEFT JOIN airports p ON d.dest = p.faa;
