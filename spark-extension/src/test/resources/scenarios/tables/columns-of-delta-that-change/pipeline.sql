CREATE OR REFRESH STREAMING TABLE people (
  name STRING NOT NULL,
  shout STRING GENERATED ALWAYS AS (upper(name)),
  status STRING DEFAULT 'new',
  size INT
) AS SELECT name, size FROM STREAM people_in;
