-- A comment, but not the first line of a notebook.
SET shop.region = north

-- COMMAND ----------

CREATE STREAMING TABLE a
COMMENT '
-- COMMAND ----------
'
AS SELECT * FROM STREAM shop.orders WHERE region = '${shop.region}'

-- COMMAND ----------

-- MAGIC %md It's text.

-- COMMAND ----------

CREATE MATERIALIZED VIEW b AS SELECT count(*) AS n -- COMMAND ----------
FROM a /*
-- COMMAND ----------
*/

  -- COMMAND ----------  

%sql
CREATE MATERIALIZED VIEW c AS SELECT n + 1 AS n FROM b
