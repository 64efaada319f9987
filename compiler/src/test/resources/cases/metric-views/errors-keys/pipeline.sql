CREATE VIEW of_nothing WITH METRICS LANGUAGE YAML AS $$
comment: nothing
$$;

CREATE VIEW odd_version WITH METRICS LANGUAGE YAML AS $$
version: 2.0
sorce: orders
measure:
  - name: n
    expr: count(1)
$$;

CREATE VIEW odd_values WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: [orders]
filter: {a: b}
parameters:
  - name: p
materialization:
  schedule: every 6 hours
fields:
  name: a
  expr: b
dimensions:
  - a
measures:
  - expr: count(1)
  - name: n
    agg: sum
  - name: N
    expr: count(1)
  - name: n
    expr: sum(a)
    window:
      - order: day
        range: cumulative
        semiadditive: last
$$;

CREATE MATERIALIZED VIEW reader AS SELECT measure(n) AS n FROM odd_values;
