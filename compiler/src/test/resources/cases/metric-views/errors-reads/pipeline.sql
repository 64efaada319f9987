CREATE STREAMING TABLE orders AS SELECT * FROM STREAM shop.raw_orders;
CREATE TEMPORARY VIEW hidden AS SELECT * FROM orders;

CREATE VIEW sales WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
fields: [{name: Region of sale, expr: region}]
measures: [{name: total, expr: sum(amount)}]
$$;
CREATE VIEW over_metrics WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: sales
measures: [{name: total, expr: sum(total)}]
$$;
CREATE VIEW over_hidden WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: hidden
measures: [{name: total, expr: sum(total)}]
$$;
CREATE VIEW over_stream WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: SELECT * FROM STREAM orders
measures: [{name: total, expr: sum(total)}]
$$;
CREATE VIEW over_itself WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: over_itself
measures: [{name: total, expr: sum(total)}]
$$;
CREATE VIEW over_typo WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: SELECT *
  FROM ordres
measures: [{name: total, expr: sum(total)}]
$$;
CREATE MATERIALIZED VIEW as_a_table AS SELECT * FROM sales;
CREATE STREAMING TABLE as_a_stream AS SELECT * FROM STREAM sales;
CREATE FLOW f AS INSERT INTO sales BY NAME SELECT * FROM STREAM orders;
