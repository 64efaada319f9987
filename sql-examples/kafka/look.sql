-- What another program would find in the topic of alerts.

CREATE OR REFRESH MATERIALIZED VIEW alerts_sent
AS SELECT key::string AS machine, from_json(value::string, 'celsius DOUBLE').celsius AS celsius
FROM read_kafka(bootstrapServers => 'localhost:9092', subscribe => 'machine-alerts');
