-- The rules reach the graph with the dataset's own names.
CREATE MATERIALIZED VIEW x AS SELECT 1 AS id, 'r' AS city, 5 AS n, named_struct('zip', 9) AS addr;
CREATE MATERIALIZED VIEW m (
  CONSTRAINT a EXPECT (f.city IS NOT NULL AND f.`n` > 3 OR f . addr.zip = 1),
  CONSTRAINT b EXPECT (total > 3 AND m.city = 'f.city') ON VIOLATION DROP ROW
) AS SELECT f.city, n, f.addr, f.n + 1 AS total FROM x AS f;
CREATE MATERIALIZED VIEW same_name (CONSTRAINT c EXPECT (F.City IS NOT NULL)) AS SELECT f.city AS city FROM x f;
CREATE MATERIALIZED VIEW star (CONSTRAINT c EXPECT (f.n IS NOT NULL AND x.n > 0)) AS SELECT * FROM x f JOIN x USING (id);
CREATE MATERIALIZED VIEW by_table (CONSTRAINT c EXPECT (x.n IS NOT NULL)) AS SELECT n FROM x;
CREATE STREAMING TABLE st (CONSTRAINT c EXPECT (f.n IS NOT NULL) ON VIOLATION FAIL UPDATE) AS
SELECT f.n, g.city FROM STREAM shop.a f JOIN (SELECT h.city, id FROM x h) g ON f.id = g.id;
CREATE TEMPORARY VIEW v (CONSTRAINT c EXPECT (u.n > 0)) AS SELECT u.n, count(*) AS c FROM x u GROUP BY u.n;
CREATE STREAMING TABLE field_first (CONSTRAINT c EXPECT (addr.zip > 0)) AS SELECT addr.* , addr.zip, addr FROM STREAM shop.a addr;
