CREATE VIEW unclosed WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
measures:
  - name: "n
    expr: count(1)
$$;

CREATE VIEW tabs WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
measures:
	- name: n
$$;

CREATE VIEW colon WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
measures:
  - name: n
    expr: sum(CASE WHEN tier = 'a: b' THEN 1 END)
$$;

CREATE VIEW no_mapping WITH METRICS LANGUAGE YAML AS $$
- version: 1.1
$$;

CREATE VIEW empty_text WITH METRICS LANGUAGE YAML AS $$$$;

CREATE VIEW two WITH METRICS LANGUAGE YAML AS $$
version: 1.1
---
version: 1.1
$$;

CREATE VIEW repeated WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
source: others
measures: [{name: n, expr: count(1)}]
$$;
