-- Each row is held against all rules while it is written; a row that breaks one is counted, dropped,
-- or put aside.
CREATE OR REFRESH STREAMING TABLE checked_payments (
  CONSTRAINT has_payer EXPECT (payer IS NOT NULL),
  CONSTRAINT positive EXPECT (amount > 0) ON VIOLATION DROP ROW,
  CONSTRAINT known_currency EXPECT (currency IN ('EUR', 'USD')) ON VIOLATION QUARANTINE ROW
)
AS SELECT *
FROM STREAM read_files('data/payments', format => 'json', schema => 'payment_id INT, payer STRING, amount DOUBLE, currency STRING');

-- Rows that were put aside are in a table like any other.
CREATE OR REFRESH MATERIALIZED VIEW payments_to_look_at
AS SELECT payment_id, currency, _violated_rules[0] AS rule FROM checked_payments_quarantine;
