CREATE VIEW v WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: SELECT * FROM WHERE
filter: amount > AND
fields:
  - name: a
    expr: upper(region
  - name: b
    expr: |
      CASE
        WHEN x THEN
      END
  - name: c
    expr: "max(amount)"
  - name: d
    expr: row_number() OVER (ORDER BY amount)
  - name: e
    expr: (SELECT max(x) FROM t)
  - name: f
    expr: explode(list)
  - name: g
    expr: source.*
  - name: h
    expr: MEASURE(total)
measures:
  - name: total
    expr: amount
  - name: ratio
    expr: MEASURE(totl) / MEASURE(`no such`)
  - name: one
    expr: MEASURE(two)
  - name: two
    expr: MEASURE(one) + 1
  - name: running
    expr: sum(amount) OVER (ORDER BY day)
  - name: alias
    expr: sum(amount) AS total
$$;
