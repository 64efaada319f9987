SET pipelines.trigger.intervall = 10 seconds;
SET pipelines.maxFlowRetryAttempts = many;
CREATE STREAMING TABLE a TBLPROPERTIES ('pipelines.reset.allowed' = '123', "x" = "1", x = 2) AS SELECT * FROM STREAM s;
CREATE STREAMING TABLE b TBLPROPERTIES ('pipelines.reset.alowed' = 'false', 'Pipelines.Channel' = 'PREVIEW') AS SELECT * FROM STREAM s;
