-- Databricks notebook source
-- MAGIC %md
-- MAGIC # Library loans
-- MAGIC A notebook that was exported as source: markdown lives in comments, cells end at the
-- MAGIC separator lines, with or without a semicolon.

-- COMMAND ----------

-- DBTITLE 1,Bronze
CREATE OR REFRESH STREAMING TABLE loans
AS SELECT * FROM STREAM read_files('data/loans', format => 'json', schema => 'book STRING, reader STRING')

-- COMMAND ----------

-- DBTITLE 1,Gold
CREATE OR REFRESH MATERIALIZED VIEW loans_per_book
AS SELECT book, count(DISTINCT reader) AS readers FROM loans GROUP BY book
