CREATE STREAMING TABLE b3 AS SELECT * FROM STREAM read_files('/l/*/c_*.csv', format => 'csv', header => true, sep => ';', schemaHints => 'id BIGINT, amt DECIMAL(10,2)', mode => 'PERMISSIVE');
