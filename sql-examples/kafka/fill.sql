-- Files -> Kafka: stands for the machines that write into the topic.

CREATE OR REFRESH STREAMING TABLE machine_files
AS SELECT * FROM STREAM read_files('data', format => 'json', schema => 'machine STRING, celsius DOUBLE, at TIMESTAMP');

CREATE SINK machine_topic USING kafka
OPTIONS ('kafka.bootstrap.servers' = 'localhost:9092', 'topic' = 'machine-readings');

CREATE FLOW machines_speak
AS INSERT INTO SINK machine_topic BY NAME
SELECT machine AS key, to_json(struct(machine, celsius, at)) AS value FROM STREAM machine_files;
