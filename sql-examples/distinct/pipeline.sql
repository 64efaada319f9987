-- The first row of each kind is written, repeats are not, however many updates lie between. Spark
-- remembers every row that it has seen: fine for small sets such as this one.
CREATE OR REFRESH STREAMING TABLE known_devices
AS SELECT DISTINCT device, model
FROM STREAM read_files('data/signals', format => 'json', schema => 'device STRING, model STRING');
