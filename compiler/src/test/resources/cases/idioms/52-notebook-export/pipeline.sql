-- Databricks notebook source
-- MAGIC %md
-- MAGIC # It's a title

-- COMMAND ----------

-- DBTITLE 1,Bronze
CREATE OR REFRESH STREAMING TABLE n52 AS SELECT * FROM STREAM read_files('/l/n')

-- COMMAND ----------

CREATE OR REFRESH MATERIALIZED VIEW n52b AS SELECT count(*) AS n FROM n52;

-- COMMAND ----------

-- MAGIC %python
-- MAGIC print("it's python")
