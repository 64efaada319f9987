CREATE STREAMING TABLE b4 AS SELECT * FROM STREAM read_files('/l/c', format => 'csv', schema => 'id INT, ts TIMESTAMP, ev STRING', schemaEvolutionMode => 'none');
