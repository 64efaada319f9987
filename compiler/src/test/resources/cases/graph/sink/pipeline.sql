CREATE STREAMING TABLE t AS SELECT * FROM STREAM s;
CREATE SINK alerts USING kafka OPTIONS ('kafka.bootstrap.servers' = 'h:9092', topic = 'alerts') COMMENT 'to the pager';
CREATE FLOW to_alerts AS INSERT INTO SINK alerts BY NAME SELECT to_json(struct(*)) AS value FROM STREAM t;
CREATE FLOW history AS INSERT ONCE INTO alerts BY NAME SELECT to_json(struct(*)) AS value FROM t;
