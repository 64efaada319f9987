CREATE VIEW v16 TBLPROPERTIES ('quality' = 'gold') AS SELECT * FROM gold_daily WHERE total > 0;
