CREATE OR REFRESH STREAMING TABLE t33 AS SELECT * FROM read_files("/l/z", "csv");
CREATE OR REFRESH STREAMING TABLE t34 AS SELECT a, b FROM read_files("/l/z", "csv", map("header", "true")) WHERE a > 0;
