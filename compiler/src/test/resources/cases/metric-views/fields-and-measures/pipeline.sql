CREATE STREAMING TABLE orders AS SELECT * FROM STREAM shop.raw_orders;

CREATE OR REPLACE VIEW sales (region, label COMMENT 'for charts', total COMMENT 'in euros', average)
COMMENT 'What is sold'
TBLPROPERTIES ('quality' = 'gold')
WITH METRICS
LANGUAGE YAML
AS $$
  version: 1.1
  comment: the comment of the statement goes first
  source: orders
  filter: source.amount > 0 AND state <> 'it''s; off' -- a semicolon in a string
  fields:
    - name: Region
      expr: upper(region)
      comment: "where: it was sold"
      display_name: Region
      synonyms: ["area", 'place']
    - name: Region label
      expr: "concat(Region, ' (', address.city, ', ', `order date`, ')')"
  measures:
    - name: Total
      expr: |
        sum(
          amount
        )
      comment: money
      format:
        type: currency
    - name: Average
      expr: >-
        MEASURE(total)
        / count(DISTINCT source.id) FILTER (WHERE transform(array(amount), x -> x + 1)[0] > 1)
$$;

CREATE MATERIALIZED VIEW by_region AS
SELECT region, MEASURE(total) AS total FROM sales GROUP BY region;

CREATE VIEW only_measures WITH METRICS LANGUAGE YAML COMMENT 'all of it' AS $$
{version: "0.1", source: orders, measures: [{name: n, expr: count(*)}]}
$$;

CREATE VIEW IF NOT EXISTS only_fields LANGUAGE YAML WITH METRICS AS $$
version: 0.1
comment: Those that there are
source: orders
dimensions:
- {name: day, expr: "date_trunc('DAY', ts)"}
$$;
