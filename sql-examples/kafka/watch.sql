-- Kafka -> Delta -> Kafka: readings are kept, and what is too hot goes on to another topic.

CREATE OR REFRESH STREAMING TABLE machine_readings (
  CONSTRAINT measured EXPECT (celsius IS NOT NULL) ON VIOLATION DROP ROW
)
AS SELECT reading.*, partition, offset
FROM (
  SELECT from_json(value::string, 'machine STRING, celsius DOUBLE, at TIMESTAMP') AS reading, partition, offset
  FROM STREAM read_kafka(
    bootstrapServers => 'localhost:9092',
    subscribe => 'machine-readings',
    startingOffsets => 'earliest')
);

CREATE SINK machine_alerts USING kafka
OPTIONS ('kafka.bootstrap.servers' = 'localhost:9092', 'topic' = 'machine-alerts')
COMMENT 'for the people on duty';

CREATE FLOW overheated
AS INSERT INTO SINK machine_alerts BY NAME
SELECT machine AS key, to_json(struct(machine, celsius)) AS value
FROM STREAM machine_readings WHERE celsius > 90;
