CREATE STREAMING TABLE customers_clean AS SELECT * FROM STREAM raw.customers;
CREATE STREAMING LIVE TABLE customers;
APPLY CHANGES INTO LIVE.customers FROM STREAM(LIVE.customers_clean) KEYS(customer_id)
-- order of events
SEQUENCE BY loaded_at COLUMNS * EXCEPT (loaded_at) STORED AS SCD TYPE 2;
