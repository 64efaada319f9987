-- Databricks notebook source
-- MAGIC %md
-- MAGIC # Title; with 'quotes

-- COMMAND ----------

CREATE MATERIALIZED VIEW a AS SELECT 1 AS x

-- COMMAND ----------

%python
print("it's; here")

-- COMMAND ----------

-- MAGIC %python
-- MAGIC print("x")

-- COMMAND ----------

%run ./other

-- COMMAND ----------

CREATE MATERIALIZED VIEW b AS SELECT * FROM a
