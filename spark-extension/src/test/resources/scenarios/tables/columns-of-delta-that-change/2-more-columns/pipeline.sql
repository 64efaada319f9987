CREATE OR REFRESH STREAMING TABLE people (
  name STRING NOT NULL,
  shout STRING GENERATED ALWAYS AS (upper(name)),
  status STRING DEFAULT 'new',
  size BIGINT,
  kind STRING DEFAULT 'person'
) AS SELECT name, status, size + 3000000000 AS size FROM STREAM people_in;
