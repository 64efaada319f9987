APPLY CHANGES INTO LIVE.customers FROM STREAM(LIVE.customers_clean) KEYS(customer_id)
-- order of events
SEQUENCE BY loaded_at STORED AS SCD TYPE 2;
