CREATE VIEW v AS SELECT * FROM STREAM(base);
CREATE OR REFRESH VIEW w AS SELECT * FROM STREAM read_files('/in', format => 'json');
