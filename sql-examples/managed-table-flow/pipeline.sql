-- An ordinary table of the catalog that flows write to.
CREATE TABLE device_events (
  device_id BIGINT COMMENT 'key of the device',
  event STRING,
  bucket INT
)
PARTITIONED BY (bucket)
COMMENT 'Events of all devices'
FLOW INSERT BY NAME
SELECT device_id, event, CAST(device_id % 2 AS INT) AS bucket
FROM STREAM read_files('data/events', format => 'json', schema => 'device_id BIGINT, event STRING');
