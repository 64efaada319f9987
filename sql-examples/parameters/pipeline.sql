-- ${landing} is replaced in the text, wherever it stands; inside a string, too.
CREATE OR REFRESH STREAMING TABLE invoices
AS SELECT * FROM STREAM read_files('${landing}', format => 'json', schema => 'invoice_id INT, country STRING, total INT');

-- :country and :min_total become values with a type, never text: no quotes, no injection.
CREATE OR REFRESH MATERIALIZED VIEW big_invoices
AS SELECT invoice_id, country, total FROM invoices
WHERE country = :country AND total >= :min_total;
