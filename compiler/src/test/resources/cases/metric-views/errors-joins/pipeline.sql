CREATE VIEW v WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
joins:
  - name: source
    source: a
    on: true
  - source: b
    on: true
  - name: c
    source: c
  - name: C
    source: c
    on: source.id = c.id
    using: [id]
  - name: d
    source: d
    using: id
    cardinality: one_to_many
  - name: e
    source: e
    on: source.id == = e.id
    cardinality: some
    type: left
measures:
  - {name: n, expr: count(1)}
$$;
