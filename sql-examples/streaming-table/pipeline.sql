-- Each update reads the files that it has not read before and appends their rows.
CREATE OR REFRESH STREAMING TABLE sensor_readings (
  sensor STRING NOT NULL COMMENT 'serial number',
  reading_day DATE,
  celsius DOUBLE,
  fahrenheit DOUBLE GENERATED ALWAYS AS (celsius * 1.8 + 32)
)
PARTITIONED BY (reading_day)
COMMENT 'Temperatures as the sensors sent them'
TBLPROPERTIES ('quality' = 'bronze', pipelines.reset.allowed = true)
AS SELECT sensor, reading_day, celsius
FROM STREAM read_files('data/readings', format => 'json', schema => 'sensor STRING, reading_day DATE, celsius DOUBLE');
