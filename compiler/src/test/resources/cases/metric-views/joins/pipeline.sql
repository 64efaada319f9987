CREATE MATERIALIZED VIEW orders AS SELECT * FROM shop.orders;
CREATE MATERIALIZED VIEW customers AS SELECT * FROM shop.customers;

CREATE VIEW sales WITH METRICS LANGUAGE YAML AS $$
version: 1.1
source: orders
joins:
  - name: customer
    source: customers
    on: source.customer_id = customer.id AND customer.valid
    cardinality: many_to_one
    rely: {at_most_one_match: true}
    joins:
      - name: nation
        source: |
          -- those of today
          SELECT * FROM geo.nations n WHERE n.current -- and no other
        using: [nation_id, "`region id`"]
        joins:
          - {name: region, source: geo.regions, 'on': nation.region_id = region.id}
  - name: Shop
    source: other.shop.shops
    using:
      - shop_id
filter: customer.name IS NOT NULL AND amount > 1
fields:
  - name: customer
    expr: Customer.name
  - name: whole
    expr: customer
  - name: nation
    expr: customer.nation.name
  - name: region
    expr: customer.nation.region
  - name: region name
    expr: region.name
  - name: shop
    expr: shop.address.city
  - name: nested
    expr: source.shop.city
measures:
  - name: total
    expr: sum(amount) + max(customer.nation.tax)
$$;
