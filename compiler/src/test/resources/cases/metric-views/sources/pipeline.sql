USE SCHEMA gold;
CREATE MATERIALIZED VIEW facts AS SELECT 1 AS a;
CREATE MATERIALIZED VIEW silver.facts AS SELECT 1 AS a;

CREATE VIEW of_a_query WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: >
  WITH recent AS (SELECT * FROM facts)
  SELECT r.a, s.a AS b FROM recent r
  JOIN silver.facts s ON r.a = s.a
  WHERE r.a NOT IN (SELECT a FROM elsewhere)
measures:
  - name: n
    expr: count(b)
$$;

CREATE VIEW of_files WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: SELECT * FROM read_files('/data', format => 'json')
measures:
  - name: n
    expr: count(b)
$$;

CREATE VIEW of_a_parameter WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: ${cat}.${sch}.`odd name`
measures:
  - name: n of ${cat}
    expr: count(1)
$$;

CREATE VIEW spark_catalog.gold.of_parts WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: main.sales.orders
measures:
  - name: n
    expr: count(1)
$$;
