CREATE STREAMING TABLE misspelt AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', startingOffset => 'earliest', `security.protocol` => 'SSL');

CREATE STREAMING TABLE misspelt_too AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', bootstrap_servers => 'h', `kafka.security.protcol` => 'SSL', nothing_like_it => 1);

CREATE STREAMING TABLE wrong_values AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribePattern => 't[', startingOffsets => 'first',
  maxOffsetsPerTrigger => 0, includeHeaders => 'yes', `kafka.auto.offset.reset` => 'earliest');

CREATE STREAMING TABLE wrong_json AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', assign => '{"t": 0}', startingOffsetsByTimestamp => '{"t": {"0": "1"}}');

CREATE STREAMING TABLE nothing_to_read AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', startingOffsets => 'earliest');

CREATE STREAMING TABLE nowhere AS SELECT * FROM STREAM read_kafka(subscribe => 't');

CREATE STREAMING TABLE too_much AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', subscribePattern => 't.*')
UNION ALL SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', startingOffsets => 'earliest', startingTimestamp => '2024-01-31');

CREATE STREAMING TABLE with_an_end AS
SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', endingOffsets => 'latest');

CREATE MATERIALIZED VIEW from_the_end AS
SELECT * FROM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', startingOffsets => 'latest');

CREATE STREAMING TABLE by_position AS SELECT * FROM STREAM read_kafka('h:9092', 't');

-- Right, whether or not a run executes it.
CREATE STREAMING TABLE right AS
SELECT * FROM STREAM read_kafka(`KAFKA.bootstrap.servers` => 'h:9092', SUBSCRIBE => 'a, b', startingTimestamp => TIMESTAMP '2024-01-31 12:00:00',
  serviceCredential => 'c', `kafka.my.plugin.setting` => 1, `kafka.sasl.jaas.config` => '{{secrets/kafka/jaas}}', maxTriggerDelay => '15m')
UNION ALL SELECT * FROM STREAM read_kafka(bootstrapServers => 'h:9092', assign => '{"t": [0, 1]}', startingOffsets => '{"t": {"0": 23, "1": -2}}') WITH (failOnDataLoss = false);
CREATE MATERIALIZED VIEW range AS
SELECT * FROM read_kafka(bootstrapServers => 'h:9092', subscribe => 't', startingTimestamp => 1700000000000, endingOffsets => '{"t": {"0": -1}}');
