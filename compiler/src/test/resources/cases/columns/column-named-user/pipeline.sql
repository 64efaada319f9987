-- A column may have the name of a function that needs no brackets.
CREATE STREAMING TABLE logins AS SELECT id, user FROM STREAM raw.logins;
CREATE MATERIALIZED VIEW users (user STRING) AS SELECT DISTINCT user FROM raw.logins;
