CREATE OR REFRESH MATERIALIZED VIEW sales_per_shop AS
WITH clean AS (SELECT * FROM cleaned WHERE amount > 0)
SELECT shop, sum(amount) AS total FROM clean GROUP BY ALL;

CREATE OR REFRESH PRIVATE STREAMING TABLE cleaned AS
SELECT upper(shop) AS shop, amount FROM STREAM(raw);

CREATE OR REFRESH STREAMING TABLE raw AS
SELECT * FROM STREAM read_files('${data}/sales', format => 'json', schema => 'shop STRING, amount INT');
