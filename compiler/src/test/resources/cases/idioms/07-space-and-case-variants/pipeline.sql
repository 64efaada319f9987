create or refresh streaming table s7 as select * except (_rescued_data) from stream (bronze_orders) b where b.amount is not null;
