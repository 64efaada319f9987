CREATE SINK out FORMAT delta OPTIONS (path 'out');
CREATE SINK shop.topic
  USING kafka
  OPTIONS (kafka.bootstrap.servers 'broker:9092', topic => 'orders');
CREATE STREAMING TABLE t TBLPROPERTIES ('delta.appendOnly' => 'true') AS SELECT * FROM STREAM s;
