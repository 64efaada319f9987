-- With this setting upper and lower case make another name, in every clause that names columns.
SET spark.sql.caseSensitive = true;

CREATE STREAMING TABLE src (k INT, v STRING, s INT, cols ARRAY<STRING>) AS SELECT * FROM STREAM read_files('/src', format => 'json');

CREATE STREAMING TABLE keys_target;
CREATE FLOW keys_flow AS AUTO CDC INTO keys_target FROM STREAM(src) KEYS (K) SEQUENCE BY s;
CREATE STREAMING TABLE sequence_target;
CREATE FLOW sequence_flow AS AUTO CDC INTO sequence_target FROM STREAM(src) KEYS (k) SEQUENCE BY S;
CREATE STREAMING TABLE delete_target;
CREATE FLOW delete_flow AS AUTO CDC INTO delete_target FROM STREAM(src) KEYS (k) APPLY AS DELETE WHEN V = 'd' SEQUENCE BY s;
CREATE STREAMING TABLE columns_target;
CREATE FLOW columns_flow AS AUTO CDC INTO columns_target FROM STREAM(src) KEYS (k) SEQUENCE BY s COLUMNS (k, V);
CREATE STREAMING TABLE except_target;
CREATE FLOW except_flow AS AUTO CDC INTO except_target FROM STREAM(src) KEYS (k) SEQUENCE BY s COLUMNS * EXCEPT (S);
CREATE STREAMING TABLE ignore_target;
CREATE FLOW ignore_flow AS AUTO CDC INTO ignore_target FROM STREAM(src) KEYS (k) IGNORE NULL UPDATES ON (V) SEQUENCE BY s;
CREATE STREAMING TABLE track_target;
CREATE FLOW track_flow AS AUTO CDC INTO track_target FROM STREAM(src) KEYS (k) SEQUENCE BY s STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (S);

CREATE STREAMING TABLE expected (k INT, v STRING, CONSTRAINT c1 EXPECT (K > 0), CONSTRAINT c2 EXPECT UNIQUE (K)) AS SELECT k, v FROM STREAM(src);
CREATE STREAMING TABLE parted (k INT, v STRING) PARTITIONED BY (K) AS SELECT k, v FROM STREAM(src);
CREATE STREAMING TABLE clustered (k INT, v STRING, CONSTRAINT pk PRIMARY KEY (K)) CLUSTER BY (V) AS SELECT k, v FROM STREAM(src);
CREATE STREAMING TABLE generated (k INT, g INT GENERATED ALWAYS AS (K + 1)) AS SELECT k FROM STREAM(src);

-- the columns of a table never differ by case alone: rows find them all the same
CREATE STREAMING TABLE declared (K INT, V STRING) AS SELECT k, v FROM STREAM(src);
