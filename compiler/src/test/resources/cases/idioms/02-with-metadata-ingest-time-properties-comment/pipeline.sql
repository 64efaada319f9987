CREATE OR REFRESH STREAMING TABLE bronze_orders COMMENT "raw orders" TBLPROPERTIES ("quality" = "bronze", pipelines.reset.allowed = false)
AS SELECT *, current_timestamp() AS ingested_at, _metadata.file_path AS src FROM STREAM read_files("${landing}/orders", format => "json", inferColumnTypes => true);
