-- Each known key does what it says, or is told with what does it instead.
SET pipelines.maxFlowRetryAttempts = 0;
SET spark.sql.pipelines.maxFlowRetryAttempts = 1;
SET pipelines.trigger.interval = 10 seconds;
SET pipelines.reset.allowed = false;
SET pipelines.numUpdateRetryAttempts = 3;
SET pipelines.channel = PREVIEW;
SET spark.sql.pipelines.event.queue.capacity = 10;
SET spark.sql.pipelines.execution.maxConcurrentFlow = 2;
CREATE STREAMING TABLE a TBLPROPERTIES (
  pipelines.reset.allowed = false, pipelines.maxFlowRetryAttempts = 5,
  'pipelines.autoOptimize.managed' = 'true', 'pipelines.trigger' = 'RealTime'
);
CREATE FLOW f SPARK_CONF ('pipelines.maxFlowRetryAttempts' = '7', 'pipelines.enzyme.enabled' = 'maybe')
AS INSERT INTO a BY NAME SELECT * FROM STREAM s;
