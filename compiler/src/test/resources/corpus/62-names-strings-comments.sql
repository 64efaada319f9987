CREATE MATERIALIZED VIEW m62 AS SELECT 'a;b' AS x, 1 AS `p;q` /* c; /* nested; */ d */ -- e; f
FROM range(1);
CREATE STREAMING TABLE `s`.`daily.sales` (`unit price` INT COMMENT 'size in "inch", it''s 5\u0027', `a.b` STRING, `x``y` DATE, Ünïcode INT, order INT, CONSTRAINT c EXPECT (CASE WHEN kind IN ('a)', 'b,c') THEN size(split(v, '[)]')) > 1 ELSE TRUE END) ON VIOLATION FAIL UPDATE)
CLUSTER BY (`unit price`, order) COMMENT 'two
lines' TBLPROPERTIES ('a.b' = 'c=d;e', "k" 'v', flag) AS SELECT * FROM STREAM s /* 😀 */ WHERE x = '😀';
CREATE MATERIALIZED VIEW stream62 AS WITH stream AS (SELECT 1 AS stream) SELECT stream.stream FROM stream WHERE 'stream' <> '';
CREATE STREAMING TABLE t62 AS SELECT * FROM STREAM /* c */ `odd name` r;
CREATE FUNCTION f(x INT) RETURNS INT LANGUAGE PYTHON AS $$
# it's; fine
return x + 1
$$;
BEGIN DECLARE x INT; SET x = 1; IF x = 1 THEN SELECT 1; END IF; END;
CREATE STREAMING TABLE IDENTIFIER('a' || '.b') AS SELECT r'\d' FROM STREAM s;
CREATE FLOW f AS INSERT INTO t BY NAME SELECT * FROM STREAM s /* end */
