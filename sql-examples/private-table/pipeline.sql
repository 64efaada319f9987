-- Stored, with its own progress, but not in the catalog: a step that only this pipeline uses.
CREATE PRIVATE STREAMING TABLE parsed_lines
AS SELECT split(value, ' ')[0] AS level, split(value, ' ')[1] AS service
FROM STREAM read_files('data/logs', format => 'text');

-- Both tables read the parsed lines; the files are read only once.
CREATE OR REFRESH STREAMING TABLE error_lines
AS SELECT service FROM STREAM(parsed_lines) WHERE level = 'ERROR';

CREATE OR REFRESH MATERIALIZED VIEW lines_by_service
AS SELECT service, count(*) AS lines FROM parsed_lines GROUP BY service;
