CREATE STREAMING LIVE TABLE l32 AS SELECT * FROM cloud_files("${datasets.path}/o", "json", map("cloudFiles.inferColumnTypes", "true", "cloudfiles.schemaHints", "a int"));
